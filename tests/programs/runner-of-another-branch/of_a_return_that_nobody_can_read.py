import sys

import daft
from jobs import small


def main():
    if sys.argv[5:]:
        daft.set_runner_ray()
        return
    small()


main()
