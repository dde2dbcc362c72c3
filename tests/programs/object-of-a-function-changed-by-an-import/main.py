import local
from settings import settings
from udfs import run

run(settings().actors)
