import json
import os

os.environ["DAFT_RUNNER"] = "ray"
with open("environment.json") as file:
    os.environ.update(json.load(file))

import daft
from udfs import use

use(400)
