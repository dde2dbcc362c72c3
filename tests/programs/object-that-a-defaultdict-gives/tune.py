import collections


def shrink(cfg):
    pools = collections.defaultdict(lambda: cfg)
    pools["gpu"].batch = 500
