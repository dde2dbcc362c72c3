import daft
from components import Embedding

bad = Embedding(batch_size=500, concurrency=4)
good = Embedding(batch_size=250, concurrency=4)

good(daft.range(1000)).write_parquet("good")
bad(daft.range(1000)).write_parquet("bad")
