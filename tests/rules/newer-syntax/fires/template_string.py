import daft

NAME = t"{8}.parquet"  # expect
daft.read_parquet("in").into_partitions(8).write_parquet("out")
