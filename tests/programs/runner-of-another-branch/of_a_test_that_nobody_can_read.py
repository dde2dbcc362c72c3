import sys

import daft
from jobs import small

if any(sys.argv):
    daft.set_runner_ray()
else:
    small()
