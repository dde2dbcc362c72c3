import os
from contextlib import contextmanager


@contextmanager
def environment(**values):
    old = {name: os.environ.get(name) for name in values}
    os.environ.update(values)
    try:
        yield
    finally:
        for name, value in old.items():
            if value is None:
                os.environ.pop(name, None)
            else:
                os.environ[name] = value


with environment(DAFT_RUNNER="ray"):
    pass

import daft
from udfs import use

use(400)
