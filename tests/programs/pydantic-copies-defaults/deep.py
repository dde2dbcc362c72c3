from conf import Settings
from udfs import use

debug = Settings()
debug.cluster.pool.batch = 400
use(Settings().cluster.pool.batch)
