from conf import Shouted
from udfs import use


use(Shouted(batch=400).batch)
