import sys

import jobs

jobs.JOBS[sys.argv[1]]()
