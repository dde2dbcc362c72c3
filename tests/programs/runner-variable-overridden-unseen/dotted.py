import os

from dotenv import load_dotenv

os.environ["DAFT_RUNNER"] = "ray"
load_dotenv(override=True)

import daft
from udfs import use

use(400)
