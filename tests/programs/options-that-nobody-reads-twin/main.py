import functools

from daft import col
from steps import Options, Step, make, make_by_name, start

paths = open("paths.txt").readlines()
given = {"batch_size": 250, "max_concurrency": 8}

df = start()
df = Step(**given)(df)
df.write_parquet("out")

run = make(**given)
df = start()
df = df.with_column("v", run(col("id")))  # finds DFT102 certain via steps.py: 4 of the 8 actors
df.write_parquet("out")

run = make(*[250, 8])
df = start()
df = df.with_column("v", run(col("id")))  # finds DFT102 certain via steps.py: 4 of the 8 actors
df.write_parquet("out")

run = functools.partial(make, **given)()
df = start()
df = df.with_column("v", run(col("id")))  # finds DFT102 certain via steps.py: 4 of the 8 actors
df.write_parquet("out")

options = Options(**given)
run = make(options.batch_size, options.max_concurrency)
df = start()
df = df.with_column("v", run(col("id")))  # finds DFT102 certain via steps.py: 4 of the 8 actors
df.write_parquet("out")

run = make_by_name(*paths)
df = start()
df = df.with_column("v", run(col("id")))  # finds DFT102 possible via steps.py: 4 of the 8 actors
df.write_parquet("out")


def run_all(**options):
    run = make(**options)
    df = start()
    df = df.with_column("v", run(col("id")))  # finds DFT102 possible via steps.py: 4 of the 8 actors
    df.write_parquet("out")


def timed(function):
    @functools.wraps(function)
    def inner(*args, **kwargs):
        return function(*args, **kwargs)

    return inner


@timed
def run_timed(actors=8):
    run = make(250, actors)
    df = start()
    df = df.with_column("v", run(col("id")))  # finds DFT102 possible via steps.py: 4 of the 8 actors
    df.write_parquet("out")
