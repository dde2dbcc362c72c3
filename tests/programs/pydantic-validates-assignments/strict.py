from conf import Strict
from udfs import use

settings = Strict()
settings.batch = 400
use(settings.batch)
