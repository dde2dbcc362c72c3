from functools import partial

POOL = {"actors": 8}
ALIAS = POOL
POOLS = {"embed": POOL}
INNER = {"actors": 8}
OUTER = {"embed": INNER}


def of(pool):
    return pool["actors"]


def by_default(pool=POOL):
    return pool["actors"]


def inner():
    return INNER["actors"]


bound = partial(of, POOL)
