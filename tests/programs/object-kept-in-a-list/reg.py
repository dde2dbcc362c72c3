ITEMS = []


def add(c):
    ITEMS.append(c)
    return c


def shrink():
    for c in ITEMS:
        c.batch //= 20
