import daft
from conf import Config
from operator import methodcaller
from udfs import use

daft.set_runner_ray()
config = Config()
methodcaller("resize", batch=10)(config)
use(config.batch)
