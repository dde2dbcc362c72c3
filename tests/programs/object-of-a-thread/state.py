import threading

LOCAL = threading.local()


def bind(cfg):
    LOCAL.cfg = cfg


def shrink():
    LOCAL.cfg.batch = 500
