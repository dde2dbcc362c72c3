from steps import embedded
from udfs import make, source

embedded(source(), make(8)).write_parquet("large")
embedded(source(), make(4)).write_parquet("small")
