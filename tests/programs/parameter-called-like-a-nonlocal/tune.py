def shrink(cfg):
    cfg.batch = 500


def counted():
    cfg = 0

    def more():
        nonlocal cfg
        cfg += 1

    return more
