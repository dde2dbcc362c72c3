# daft-lint: workers=1
import daft
from daft import DataType, Series, col


@daft.udf(return_dtype=DataType.string())
class Featurise:
    def __call__(self, path: Series) -> Series:
        return path


df = daft.from_pydict({"path": [f"file-{i}" for i in range(1000)]})
udf = Featurise.override_options(batch_size=200).with_concurrency(4)
df = df.repartition(2, "path").with_column("features", udf(col("path")))  # expect
df.collect()
# also DFT301
