import daft
from daft import attach_catalog, detach_catalog, read_table
from daft.catalog import Catalog

df = daft.from_pydict({"a": [1, 2]})
daft.create_temp_table("first", df)
daft.create_temp_table("second", df.select(df["a"] + 1))
print(read_table("first").to_pydict(), daft.read_table("second").to_pydict())
catalog = Catalog.from_pydict({"t": df})
print(catalog.get_table("t").read().to_pydict())
print(catalog.get_table("t").read().to_pydict())
attach_catalog(catalog, "mine")
print(daft.list_catalogs())
detach_catalog("mine")
print(daft.list_catalogs())
