import sys

import daft
from work import JOBS

daft.set_runner_native()
for name in sys.argv[1:]:
    JOBS[name]()
