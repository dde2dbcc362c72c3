from conf import Read
from udfs import use


use(Read(batch=400).batch)
