import daft


class Rows[T]:  # expect
    pass


daft.read_parquet("in").into_partitions(8).write_parquet("out")
