from functools import partial

import daft

start = partial(daft.set_runner_native)
