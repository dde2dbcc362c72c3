from functools import lru_cache


class Settings:
    def __init__(self):
        self.actors = 4


@lru_cache
def settings():
    return Settings()
