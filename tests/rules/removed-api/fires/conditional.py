import daft

df = daft.from_pydict({"a": [1, 2], "b": [3, None]})
df = df.with_column("c", (df["a"] > 1).if_else(df["a"], df["b"]))  # expect
