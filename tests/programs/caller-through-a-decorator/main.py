from pipelines import run

run(8)
