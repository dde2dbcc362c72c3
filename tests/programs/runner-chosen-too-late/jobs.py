import daft


def clean(paths):
    for path in paths:
        daft.read_parquet(path).repartition(8).write_parquet("clean")
