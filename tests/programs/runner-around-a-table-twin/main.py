import sys

import daft
import jobs

if __name__ == "__main__":
    daft.set_runner_native()
    jobs.JOBS[sys.argv[1]]()
