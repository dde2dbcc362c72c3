from udfs import run as _run


def half(actors):
    _run(actors // 2)
