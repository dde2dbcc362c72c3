from conf import Settings
from udfs import use


use(Settings(size=10).batch)
