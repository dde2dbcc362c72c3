class OutOfMemory(Exception):
    def __init__(self, settings):
        super().__init__("out of memory")
        self.settings = settings


def warm_up(settings):
    if settings.batch > 1_000:
        raise OutOfMemory(settings)
