import daft
from daft import col
from daft.sql import SQLCatalog  # expect

df = daft.from_pydict({"data": [b"abc"], "text": ["a"]})
df = df.select(
    col("data").binary.slice(0, 2),  # expect
    col("text").str.split("a", regex=bool(df)),  # expect
)
