import daft

df = daft.from_pydict({"n": [1, 2]})
print(daft.sql("select n from t", t=df).to_pydict())
print(daft.sql("select n from u", u=df).to_pydict())
