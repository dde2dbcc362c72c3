from udfs import run as _run


def run(actors):
    _run(actors // 2)
