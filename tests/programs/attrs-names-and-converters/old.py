from conf import Old
from udfs import use


use(Old(batch=10)._batch)
