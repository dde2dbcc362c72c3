from conf import config


def tune(target=config):
    target.batch = 10


tune()
