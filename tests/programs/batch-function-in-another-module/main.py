import daft
from udfs import score

df = daft.range(1000)
df = df.with_columns(
    {
        "a": score(df["id"]),
        "b": score(df["id"]) + 1,  # finds DFT210 likely: score
    }
)
df.write_parquet("out")
