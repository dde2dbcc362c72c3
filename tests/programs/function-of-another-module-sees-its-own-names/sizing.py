NODES = 1


def actors():
    return NODES * 4
