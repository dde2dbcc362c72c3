from steps import make, make_by_name, start
from daft import col


def run_of(paths, **options):
    options["batch_size"] = 16
    step = make(**options)
    start().with_column("v", step(col("id"))).write_parquet("out")


def run_of_defaults(paths, **options):
    options.setdefault("max_concurrency", 1)
    step = make(**options)
    start().with_column("v", step(col("id"))).write_parquet("out")
