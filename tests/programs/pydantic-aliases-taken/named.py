from conf import Named
from udfs import use


use(Named(batchSize=10).batch)
