class Conf:
    def __init__(self):
        self.batch = 10_000

    def __bool__(self):
        self.batch = 500
        return True
