import operator

import daft
from conf import Config
from udfs import use

daft.set_runner_ray()
config = Config()
small = operator.methodcaller("small")
small(config)
use(config.batch)
