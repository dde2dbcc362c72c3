import daft
from pipelines import run

daft.set_runner_ray()
run()
