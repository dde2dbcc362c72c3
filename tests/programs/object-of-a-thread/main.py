import daft
from conf import Conf
from state import bind, shrink
from udfs import embedder

daft.set_runner_ray()
df = daft.from_pydict({"x": list(range(40_000))}).into_partitions(4)
c = Conf()
bind(c)
shrink()
df.with_column("y", embedder(c.batch).run(df["x"])).write_parquet("s3://out")
