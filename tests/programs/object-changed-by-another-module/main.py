from config import CONFIG
from pipelines import run

CONFIG.actors = 4
run()
