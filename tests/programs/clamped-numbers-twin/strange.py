def max(least, size):
    return size or 64


def least(size):
    return max(4096, size)
