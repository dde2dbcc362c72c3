from conf import Settings
from udfs import use

debug = Settings()
debug.pools[0].batch = 400
use(Settings().pools[0].batch)
