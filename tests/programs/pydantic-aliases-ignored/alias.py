from conf import Read
from udfs import use


use(Read(batchSize=400).batch)
