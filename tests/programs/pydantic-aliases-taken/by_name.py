from conf import Named
from udfs import use


use(Named(batch=10).batch)
