import even


def odd(frame, depth):
    return even.even(frame, depth - 1)
