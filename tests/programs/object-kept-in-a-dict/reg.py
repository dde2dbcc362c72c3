ITEMS = {}


def put(name, c):
    ITEMS[name] = c


def shrink(name):
    ITEMS[name].batch = 500
