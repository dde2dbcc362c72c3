from conf import Written
from udfs import use


use(Written(batch=10).batch)
