import settings
from udfs import run

settings.POOL["actors"] = 4
settings.OUTER["embed"]["actors"] = 4
run(settings.ALIAS["actors"])
run(settings.POOLS["embed"]["actors"])
run(settings.by_default())
run(settings.bound())
run(settings.inner())
