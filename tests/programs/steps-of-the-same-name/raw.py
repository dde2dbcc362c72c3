def prepared(frame):
    return frame
