from conf import Plain
from udfs import use


use(Plain(batchSize=10).batch)
