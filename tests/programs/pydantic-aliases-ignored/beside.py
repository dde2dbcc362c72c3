from conf import Beside
from udfs import use


use(Beside(batch=400).batch)
