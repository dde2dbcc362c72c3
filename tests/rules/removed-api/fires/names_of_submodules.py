from daft.sql.sql import SQLCatalog  # expect
from daft.unity_catalog import UnityCatalog  # expect

catalogs = SQLCatalog({}), UnityCatalog("https://host", token="text")
