import daft
from daft import DataType


@daft.func.batch(return_dtype=DataType.string(), batch_size=128)
def clean(texts: daft.Series):
    return [text.strip() for text in texts.to_pylist()]


df = daft.read_csv("texts/*.csv")
df = df.with_column("clean", clean(df["text"]))
df.write_parquet("clean")
