def shrink(cfg):
    cfg.batch = 500


def load():
    global cfg
    cfg = {}
    return cfg
