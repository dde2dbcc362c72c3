from settings import POOLS
from udfs import run

POOLS["embed"] = 4
run()
