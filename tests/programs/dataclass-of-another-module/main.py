from config import Config
from pipelines import run

run(Config())
run(Config(actors=4))
