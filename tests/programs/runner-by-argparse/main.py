import argparse

import daft
from pipelines import run


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--runner", choices=["ray", "native"])
    args = parser.parse_args()
    if args.runner == "ray":
        daft.set_runner_ray()
    else:
        daft.set_runner_native()
    run()


if __name__ == "__main__":
    main()
