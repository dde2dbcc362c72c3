import sys

import daft
from udfs import use

import plain


class Stub:
    batch = 10


sys.modules["plain"] = Stub()
from plain import batch

daft.set_runner_ray()
use(batch)
