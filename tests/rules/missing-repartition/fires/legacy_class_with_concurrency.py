# daft-lint: workers=4
import daft
from daft import DataType, Series, col


@daft.udf(return_dtype=DataType.string(), batch_size=100)
class Transliterate:
    def __init__(self, table: str = "iso9"):
        self.table = table

    def __call__(self, names: Series) -> list:
        return [name.lower() for name in names.to_pylist()]


names = daft.from_pydict({"name": [f"customer {i}" for i in range(50_000)]})
names = names.with_column("latin", Transliterate.with_concurrency(8)(col("name")))  # expect
names.write_csv("out/latin")
# also DFT301
