from pipelines import run

run()
