import argparse

import daft
from jobs import small

args = argparse.ArgumentParser().parse_args()
if args.ray:
    daft.set_runner_ray()
else:
    small()
