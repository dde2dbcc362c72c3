from conf import Shouted
from udfs import use


use(Shouted(BATCH=10).batch)
