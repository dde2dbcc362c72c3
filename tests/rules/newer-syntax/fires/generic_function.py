import daft


def first[T](rows: list[T]) -> T:  # expect
    return rows[0]


daft.read_parquet("in").into_partitions(8).show(first([8]))
