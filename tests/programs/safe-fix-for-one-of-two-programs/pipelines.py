import daft


def spread(target):
    daft.range(1000).repartition(4).write_parquet(target)
