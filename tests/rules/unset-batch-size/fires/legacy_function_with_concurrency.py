# daft-lint: workers=1
import daft
from daft import DataType, Series, col


@daft.udf(return_dtype=DataType.string(), concurrency=3)
def clean(texts: Series) -> list:
    return [text.strip() for text in texts.to_pylist()]


df = daft.from_pandas(read_messages())  # daft-lint: rows=50_000
df = df.select("id", clean(col("text")).alias("clean"))  # expect
df.write_parquet("clean")
# also DFT301
