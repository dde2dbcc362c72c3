import daft
from pipelines import run

daft.set_runner_native()


def test_run():
    run()
