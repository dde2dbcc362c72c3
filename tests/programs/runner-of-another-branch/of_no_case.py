import os

import daft
from jobs import small

match os.environ["MODE"]:
    case "prod":
        daft.set_runner_ray()
    case _:
        small()
