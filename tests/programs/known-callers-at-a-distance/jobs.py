from pipelines import run


def nightly(actors=4):
    run(actors)
