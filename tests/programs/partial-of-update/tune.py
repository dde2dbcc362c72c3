import functools


def shrink(cfg):
    functools.partial(dict.update, cfg)(batch=500)
