from conf import Capped
from udfs import use

settings = Capped(batch=10)
settings.batch = 400
use(settings.batch)
