from sources import more, rows
from udfs import Embed

few = rows()
few.with_column("v", Embed().run(few["id"])).write_parquet("few")  # finds DFT102 certain via sources.py: batch_size=500 cuts the 1,000 rows
many = more()
many.with_column("v", Embed().run(many["id"])).write_parquet("many")
