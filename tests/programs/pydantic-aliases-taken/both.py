from conf import Named
from udfs import use


use(Named(batch=400, batchSize=10).batch)
