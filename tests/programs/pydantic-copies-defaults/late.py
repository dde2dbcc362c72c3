from conf import POOL, Settings
from udfs import use

settings = Settings()
POOL.batch = 400
use(settings.pool.batch)
