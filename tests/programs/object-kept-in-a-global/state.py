CFG = None


def init(cfg):
    global CFG
    CFG = cfg


def get():
    return CFG
