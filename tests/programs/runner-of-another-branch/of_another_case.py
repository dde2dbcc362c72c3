import os

import daft
from jobs import small

match os.environ["MODE"]:
    case "prod" | "stage":
        daft.set_runner_ray()
match os.environ["MODE"]:
    case "dev" | "test":
        small()
    case other if os.environ["MODE"] == "trial":
        small()
