import daft

try:
    daft.read_parquet("in").write_parquet("out")
except (OSError, ValueError):
    raise
