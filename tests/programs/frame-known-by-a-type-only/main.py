import daft
from steps import embedded

embedded(daft.range(1000)).write_parquet("out")
