from conf import Listed
from udfs import use


use(Listed(batchSize=10).batch)
