import os

os.environ["DAFT_RUNNER"] = "ray"
os.environ.pop("DAFT_RUNNER")

import daft
from udfs import use

use(400)
