class Config:
    def __init__(self):
        self.batch = 400

    def small(self):
        self.batch = 10

    def resize(self, batch):
        self.batch = batch
