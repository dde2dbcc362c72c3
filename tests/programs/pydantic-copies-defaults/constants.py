from conf import Settings
from udfs import use

settings = Settings()
settings.constants.batch = 400
Settings().constants.batch = 10
use(settings.constants.batch)
