import daft


def rows():
    return daft.read_parquet("rows/*.parquet")  # daft-lint: rows=1_000, partitions=1


def more():
    return daft.read_parquet("more/*.parquet")  # daft-lint: rows=2_000, partitions=1
