class Config:
    def __init__(self):
        self.batch = 400

    def set(self, batch):
        self.batch = batch


config = Config()


def get_config():
    return config
