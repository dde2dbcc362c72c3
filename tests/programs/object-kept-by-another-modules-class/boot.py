from conf import config


class Boot:
    def __init__(self):
        self.config = config

    def run(self):
        self.config.batch = 10


Boot().run()
