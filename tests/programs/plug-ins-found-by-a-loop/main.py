import importlib
import pkgutil

import daft
import plugged.plugs
from plugged.steps import apply
from plugged.udfs import Embed

for found in pkgutil.iter_modules(plugged.plugs.__path__):
    importlib.import_module(f"plugged.plugs.{found.name}")

daft.set_runner_ray()
df = apply(daft.from_pydict({"x": list(range(3000))}))
df.with_column("y", Embed().run(df["x"])).write_parquet("out")
