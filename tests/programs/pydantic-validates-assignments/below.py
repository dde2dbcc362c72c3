from conf import Below
from udfs import use

settings = Below()
settings.batch = 400
use(settings.batch)
