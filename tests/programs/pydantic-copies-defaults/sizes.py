from conf import Settings
from udfs import use

debug = Settings()
debug.sizes[0] = 400
use(Settings().sizes[0])
