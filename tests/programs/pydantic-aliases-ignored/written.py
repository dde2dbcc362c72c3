from conf import Written
from udfs import use


use(Written(size=400).batch)
