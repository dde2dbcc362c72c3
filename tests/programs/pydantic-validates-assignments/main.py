from conf import Settings
from udfs import use

settings = Settings()
settings.batch = 400
use(settings.batch)
