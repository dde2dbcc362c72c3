import boot
import daft
from conf import config
from udfs import use

daft.set_runner_ray()
use(config.batch)
