class Options:
    ACTORS = 8


class Small(Options):
    ACTORS = 4


Options.ACTORS = 16
