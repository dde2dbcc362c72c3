from conf import CamelByName
from udfs import use


use(CamelByName(batchSize=10).batch_size)
