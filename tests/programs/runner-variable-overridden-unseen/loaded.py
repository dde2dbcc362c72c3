import os

from loader import load

os.environ["DAFT_RUNNER"] = "ray"
load(".env", override=True)

import daft
from udfs import use

use(400)
