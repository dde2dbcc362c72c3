import settings
from udfs import run

settings.POOLS.update(embed=4)
run()
