import daft
from bus import Bus
from conf import Conf
from udfs import embedder

daft.set_runner_ray()
df = daft.from_pydict({"x": list(range(40_000))}).into_partitions(4)
c = Conf()
bus = Bus()
bus.subscribe("memory", c.set)
bus.emit("memory", 500)
df.with_column("y", embedder(c.batch).run(df["x"])).write_parquet("s3://out")
