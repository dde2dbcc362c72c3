# daft-lint: workers=2
"""Starts Ray itself, at an address that may not be reached, with a hook of its own."""

import os
import time

import daft
import ray
from daft import col
from ray.job_submission import JobSubmissionClient


def greet():
    os.environ["GREETED"] = "yes"


@daft.udf(return_dtype=daft.DataType.string(), concurrency=4, batch_size=64)
class Embed:
    def __init__(self):
        pass

    def __call__(self, number):
        time.sleep(0.001 * len(number))
        return [os.environ["GREETED"] + os.environ["FROM_PROGRAM"]] * len(number)


ray.init(
    "ray://production.example:10001",
    num_cpus=64,
    runtime_env={"env_vars": {"FROM_PROGRAM": "!"}, "worker_process_setup_hook": greet},
    log_to_driver=False,
)
daft.set_runner_ray("production.example:6379")
try:
    ray.util.connect("production.example:10001")
except ConnectionError as error:
    print(error)
try:
    JobSubmissionClient("http://production.example:8265")
except RuntimeError as error:
    print(error)
frame = daft.from_pydict({"number": list(range(640))})
print(frame.with_column("embedded", Embed(col("number"))).to_pydict()["embedded"][0])
