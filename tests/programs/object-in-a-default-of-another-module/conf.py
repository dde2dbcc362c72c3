class Config:
    batch = 400


config = Config()
