class Config:
    def __init__(self):
        self.batch = 10

    def resize(self, batch):
        self.batch = batch

    def large(self):
        return self.batch * 40
