from conf import Hidden
from udfs import use


use(Hidden(_batch=400)._batch)
