import ray
from pipelines import run

ray.init(address="auto")
run()
