from conf import Settings
from udfs import use

debug = Settings()
debug.limits.batch = 400
use(Settings().limits.batch)
