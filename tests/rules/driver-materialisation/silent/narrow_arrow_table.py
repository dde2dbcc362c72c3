import daft
from daft import col
from encoders import encode


@daft.func
def label(number: int) -> int:
    return encode(number)


df = daft.range(5_000_000, partitions=64).with_column("label", label(col("id")))
table = df.select("label").to_arrow()
