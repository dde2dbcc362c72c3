import daft
from conf import Conf
from tune import shrink
from udfs import embedder

daft.set_runner_ray()
df = daft.from_pydict({"x": list(range(40_000))}).into_partitions(4)
c = Conf()
shrink(c)
df.with_column("y", embedder(c.batch).run(df["x"])).write_parquet("s3://out")
