from three import third


def second(frame, embed):
    return third(frame, embed)
