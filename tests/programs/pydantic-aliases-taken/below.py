from conf import Below
from udfs import use


use(Below(batch=10).batch)
