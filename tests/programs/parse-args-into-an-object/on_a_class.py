import argparse

import daft
from udfs import use

daft.set_runner_ray()


class Settings:
    batch = 400


parser = argparse.ArgumentParser()
parser.add_argument("--batch", type=int)
parser.parse_known_args(None, Settings)
use(Settings.batch)
