STEPS = []


def step(function):
    STEPS.append(function)
    return function


def apply(frame):
    for one in STEPS:
        frame = one(frame)
    return frame
