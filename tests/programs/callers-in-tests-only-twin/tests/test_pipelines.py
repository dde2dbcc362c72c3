from pipelines import run


def test_run():
    run(8)
