import daft
from by_return import init
from embedding import Embed

init("ray")
init()
df = daft.from_pydict({"id": list(range(1000))})
df.with_column("v", Embed().run(df["id"])).write_parquet("out")  # finds DFT101 certain: only 1 task
