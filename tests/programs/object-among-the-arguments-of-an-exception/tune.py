def shrink(cfg):
    try:
        raise MemoryError(cfg)
    except MemoryError as error:
        error.args[0].batch = 500
