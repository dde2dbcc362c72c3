import daft
from by_lock import init
from embedding import Embed

init()
init("ray")
df = daft.from_pydict({"id": list(range(1000))})
df.with_column("v", Embed().run(df["id"])).write_parquet("out")  # finds DFT106 certain via embedding.py: 8 processes
