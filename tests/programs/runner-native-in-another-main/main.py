import daft
from pipelines import run

run()
