from pipelines import run


def run_large():
    run(8)
