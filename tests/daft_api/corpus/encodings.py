# Daft 0.6.1
import daft
from daft import col

df = daft.from_pydict({"s": ["text"]})
df = df.with_column("b", col("s").encode(codec="zlib"))
df = df.select(col("b").decode(codec="zlib"), col("b").try_decode(codec="utf-8").alias("c"))
print(df.to_pydict())
