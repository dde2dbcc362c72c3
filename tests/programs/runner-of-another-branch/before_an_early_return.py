import argparse

import daft
from jobs import small


def main():
    args = argparse.ArgumentParser().parse_args()
    if args.local:
        return small()
    daft.set_runner_ray()


main()
