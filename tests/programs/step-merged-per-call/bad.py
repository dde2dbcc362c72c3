import daft
from steps import embedded

embedded(daft.range(1000), 8).write_parquet("out")
