from conf import Camel
from udfs import use


use(Camel(batchSize=10).batch_size)
