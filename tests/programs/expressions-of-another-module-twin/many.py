import daft
from udfs import embedding

daft.range(2000).with_column("v", embedding("id")).write_parquet("out")
