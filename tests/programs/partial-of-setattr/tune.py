import functools


def shrink(cfg):
    functools.partial(setattr, cfg)("batch", 500)
