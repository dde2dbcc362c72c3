from conf import Beside
from udfs import use


use(Beside(batchSize=10).batch)
