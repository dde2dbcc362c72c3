import daft
from conf import C
from hooks import start
from udfs import embedder

daft.set_runner_ray()
df = daft.from_pydict({"x": list(range(40_000))}).into_partitions(4)
start()
df.with_column("y", embedder(C.batch).run(df["x"])).write_parquet("s3://out")
