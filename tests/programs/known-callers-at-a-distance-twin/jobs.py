from pipelines import run


def nightly(actors=8):
    run(actors)
