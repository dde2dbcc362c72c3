from conf import CamelByName
from udfs import use


use(CamelByName(batch_size=10).batch_size)
