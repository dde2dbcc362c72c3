class Config:
    def __init__(self):
        self.actors = 8


CONFIG = Config()
