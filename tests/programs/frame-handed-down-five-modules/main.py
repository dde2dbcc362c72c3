import daft
from one import first
from udfs import Embed

first(daft.range(1000), Embed()).write_parquet("out")
