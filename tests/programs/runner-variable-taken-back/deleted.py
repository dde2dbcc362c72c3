import os

os.environ["DAFT_RUNNER"] = "ray"
del os.environ["DAFT_RUNNER"]

import daft
from udfs import use

use(400)
