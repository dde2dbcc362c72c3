import daft
from daft.functions import hash

df = daft.from_pydict({"a": ["x", "y"]})
print(df.select(hash(expr=df["a"])).to_pydict())
print(df["a"].name(), daft.Series.from_pylist(["a-b"]).str.split("-", regex=True).to_pylist())
