def prepared(frame):
    return frame.limit(1000)
