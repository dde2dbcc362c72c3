"""A source without steps is no reason to stumble."""

import daft

print(daft.read_parquet("s3://texts/").count_rows())
