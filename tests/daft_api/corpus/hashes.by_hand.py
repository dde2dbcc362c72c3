import daft
from daft.functions import hash

df = daft.from_pydict({"a": ["x", "y"]})
print(df.select(hash(df["a"])).to_pydict())
print(df["a"].name(), daft.Series.from_pylist(["a-b"]).str.regexp_split("-").to_pylist())
