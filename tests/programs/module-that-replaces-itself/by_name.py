import daft
from conf import batch
from udfs import use

daft.set_runner_ray()
use(batch)
