import argparse

import daft
from udfs import use

daft.set_runner_ray()


class Settings:
    batch = 400
    actors = 4


settings = Settings()
parser = argparse.ArgumentParser()
parser.add_argument("--batch", type=int)
parser.parse_args(["--batch", "10"], namespace=settings)
use(settings.batch, settings.actors)
