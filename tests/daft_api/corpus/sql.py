# Daft 0.5.22
import daft
from daft.sql import SQLCatalog

df = daft.from_pydict({"n": [1, 2]})
catalog = SQLCatalog({"t": df})
catalog.register_table("u", df)
print(daft.sql("select n from t", catalog=catalog).to_pydict())
print(daft.sql("select n from u", catalog).to_pydict())
