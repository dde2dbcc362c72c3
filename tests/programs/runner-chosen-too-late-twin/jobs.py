import daft


def clean(paths):
    for path in paths:
        df = daft.read_parquet(path)
        df.repartition(8).write_parquet("clean")  # finds DFT206 certain: repartition
