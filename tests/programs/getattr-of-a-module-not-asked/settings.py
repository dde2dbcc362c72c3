ACTORS = 8


def __getattr__(name):
    return 4
