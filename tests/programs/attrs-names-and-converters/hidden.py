from conf import Hidden
from udfs import use


use(Hidden(batch=10)._batch)
