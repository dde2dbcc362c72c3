import os

import daft

if os.environ.get("CLUSTER"):
    daft.context.set_runner_ray(os.environ["CLUSTER"])  # expect
