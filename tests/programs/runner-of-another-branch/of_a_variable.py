import os

import daft
from jobs import small

if os.getenv("CLUSTER"):
    daft.set_runner_ray()
if not os.environ.get("CLUSTER"):
    small()
