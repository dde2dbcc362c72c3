import sizes

ACTORS = 4
ACTORS = sizes.ACTORS
