import daft
import plugged.plugs
from plugged.steps import apply
from plugged.udfs import Embed

daft.set_runner_ray()
df = apply(daft.from_pydict({"x": list(range(3000))}))
df.with_column("y", Embed().run(df["x"])).write_parquet("out")
