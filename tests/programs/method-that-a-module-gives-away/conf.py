class Config:
    batch = 400

    def set(self, batch):
        self.batch = batch


config = Config()
set_batch = config.set
