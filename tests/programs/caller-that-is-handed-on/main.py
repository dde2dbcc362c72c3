from pipelines import run
from scheduler import every_day

every_day(run, actors=4)
