from conf import Hooked
from udfs import use

settings = Hooked(batch=10)
settings.batch = 400
use(settings.batch)
