import daft
from conf import Made, Mixed, Number, Size, Small
from udfs import use

daft.set_runner_ray()
use(Size.LARGE.value)
use(Small.LARGE.value)
use(Number.LARGE.value)
use(Mixed.LARGE)
use(Made.LARGE.value)
