import daft
from pipelines import spread

daft.set_runner_native()
spread("out")
