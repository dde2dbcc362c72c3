import os

saved = dict(os.environ)
os.environ["DAFT_RUNNER"] = "ray"
os.environ.clear()

import daft
from udfs import use

use(400)
