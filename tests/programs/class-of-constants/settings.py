class Settings:
    NODES = 2
    ACTORS = 4 * NODES


class Small(Settings):
    ACTORS = 4
