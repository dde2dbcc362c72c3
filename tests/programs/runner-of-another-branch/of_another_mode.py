import os
import sys

import daft
from jobs import small

mode = os.environ["MODE"]
if mode == "prod":
    daft.set_runner_ray()
elif mode == "dev":
    small()
    sys.exit(0)
