from conf import Read
from udfs import use


use(Read(size=10).batch)
