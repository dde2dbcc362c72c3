STAGES = zip(("light", "heavy"), (2, 4))
