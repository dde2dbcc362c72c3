import daft

try:
    daft.read_parquet("in").into_partitions(8).write_parquet("out")
except OSError, ValueError:  # expect
    raise
