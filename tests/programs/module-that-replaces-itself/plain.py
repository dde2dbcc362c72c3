batch = 400
