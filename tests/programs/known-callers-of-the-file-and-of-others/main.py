from pipelines import run

run(4)
