from contextlib import contextmanager

import daft


@contextmanager
def session(kind="native"):
    if kind == "native":
        daft.set_runner_native()
    else:
        daft.set_runner_ray()
    yield
