from pipelines import run

run(12)
