from contextlib import ContextDecorator


class Settings:
    batch = 400


class set_batch(ContextDecorator):
    def __enter__(self):
        Settings.batch = 10

    def __exit__(self, *_):
        Settings.batch = 400
