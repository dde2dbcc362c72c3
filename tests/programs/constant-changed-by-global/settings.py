ACTORS = 8


def use(actors):
    global ACTORS
    ACTORS = actors
