import daft
from daft import col
from judges import goodness, known, length_of


@daft.func
def shortened(text: str, known_as: str) -> str:
    return known.get(text, known_as)


@daft.func
def is_good(text: str) -> bool:
    return goodness(text) > 0.5


@daft.func
def is_long(text: str) -> bool:
    return length_of(text) > 100


df = daft.read_parquet("s3://bucket/pages/*.parquet")
short = shortened(col("text"), shortened(col("title"), col("key")))
df = df.where(is_good(short) & is_long(col("text")))
df.write_parquet("s3://bucket/kept/")
