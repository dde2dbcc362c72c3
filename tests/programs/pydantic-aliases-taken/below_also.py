from conf import Below
from udfs import use


use(Below(batchSize=10).batch)
