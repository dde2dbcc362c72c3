# Daft 0.4.18
import daft
from daft.catalog import Catalog, read_table, register_python_catalog, unregister_catalog

df = daft.from_pydict({"a": [1, 2]})
daft.register_table("first", df)
daft.catalog.register_table("second", df.select(df["a"] + 1))
print(read_table("first").to_pydict(), daft.catalog.read_table("second").to_pydict())
catalog = Catalog.from_pydict({"t": df})
print(catalog.load_table("t").read().to_pydict())
print(catalog.get_table("t").to_dataframe().to_pydict())
register_python_catalog(catalog, "mine")
print(daft.list_catalogs())
unregister_catalog("mine")
print(daft.list_catalogs())
