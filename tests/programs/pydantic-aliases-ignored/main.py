from conf import Plain
from udfs import use


use(Plain(batch=400).batch)
