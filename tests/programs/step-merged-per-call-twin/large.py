import daft
from steps import embedded

embedded(daft.range(2000), 8).write_parquet("out")
