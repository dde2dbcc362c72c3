import daft
import pandas as pd

table = daft.read_parquet("x.parquet").to_pandas()
table["a"] = table["a"].str.upper()
other = pd.DataFrame({"a": ["x"]})
other["when"] = pd.to_datetime(other["a"]).dt.year
