from config import Config
from pipelines import run

SMALL = Config(4)
run(SMALL)
run(Config(actors=2))
