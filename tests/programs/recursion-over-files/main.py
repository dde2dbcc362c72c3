import daft
from even import even

even(daft.read_parquet("somewhere/*.parquet"), 4).write_parquet("out")
