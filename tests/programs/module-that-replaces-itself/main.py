import conf
import daft
from udfs import use

daft.set_runner_ray()
use(conf.batch)
