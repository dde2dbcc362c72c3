import sources
from sources import MANY
from udfs import Embed

MANY.with_column("v", Embed().run(MANY["id"])).write_parquet("many")
few = sources.FEW
few.with_column("v", Embed().run(few["id"])).write_parquet("few")  # finds DFT102 certain via sources.py: batch_size=500 cuts the 1,000 rows
