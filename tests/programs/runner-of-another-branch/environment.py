import os

import daft

IS_PROD = os.environ.get("STAGE") == "prod"


def boot():
    if IS_PROD:
        daft.set_runner_ray()
