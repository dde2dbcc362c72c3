import os

os.environ["DAFT_RUNNER"] = "ray"

from pipelines import run

run()
