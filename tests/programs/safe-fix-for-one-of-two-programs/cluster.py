import daft
from pipelines import spread

daft.set_runner_ray()
spread("s3://out")
