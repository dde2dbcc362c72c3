class Conf:
    def __init__(self):
        self.batch = 10_000
