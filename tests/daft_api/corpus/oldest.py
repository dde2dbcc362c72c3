# Daft 0.3.15
import daft
from daft import Series
from daft.io import read_parquet

print(Series.from_pylist([1.26]).round(decimal=1).to_pylist())
df = daft.from_pydict({"a": [1, 2]})
df.write_csv("csv").collect()
df.write_parquet("parquet").collect()
print(daft.read_csv("csv/*.csv", use_native_downloader=True).to_pydict())
print(read_parquet("parquet/*.parquet", use_native_downloader=True).to_pydict())
with open("a.json", "w") as lines:
    lines.write('{"a": 1}\n')
print(daft.read_json("a.json", use_native_downloader=True).to_pydict())
