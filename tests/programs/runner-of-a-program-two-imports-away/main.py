import daft

daft.set_runner_ray()

import jobs
