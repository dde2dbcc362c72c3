from two import second


def first(frame, embed):
    return second(frame, embed)
