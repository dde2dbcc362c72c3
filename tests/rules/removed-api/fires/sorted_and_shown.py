import daft

df = daft.from_pydict({"age": [1, 2], "has_dog": [True, None]})
df.sort(df["age"], desc=True).show()
df = df.with_column("has_dog", df["has_dog"].is_null().if_else(True, df["has_dog"]))  # expect
