from conf import Settings
from udfs import use

debug = Settings()
debug.pool.batch = 400
use(Settings().pool.batch)
