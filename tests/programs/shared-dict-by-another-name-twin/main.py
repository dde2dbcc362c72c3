import settings
from udfs import run

run(settings.ALIAS["actors"])
run(settings.POOLS["embed"]["actors"])
run(settings.by_default())
run(settings.bound())
run(settings.inner())
