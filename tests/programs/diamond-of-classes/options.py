class Options:
    ACTORS = 4


class Logged(Options):
    pass


class Large(Options):
    ACTORS = 8


class LargeAndLogged(Logged, Large):
    pass
