from sources import rows
from udfs import Embed

lone = rows()
lone.with_column("v", Embed().run(lone["id"])).write_parquet("few")  # finds DFT101 certain: 1
even = rows(2)
even.with_column("v", Embed().run(even["id"])).write_parquet("many")
