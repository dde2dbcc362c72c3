from conf import Chosen
from udfs import use


use(Chosen(batchSize=10).batch)
