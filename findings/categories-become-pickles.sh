#!/usr/bin/env bash
# Daft 0.7.26: a pandas Categorical or a pyarrow dictionary column becomes pickled Python objects.
#
# Guess: a dictionary-encoded column of strings is a column of strings, as it is when Daft reads the
#   same table from Parquet.
# Seen (2026-11-28):
#   from_arrow(dictionary), from_pandas(Categorical)    type Python
#   read_parquet of the same pyarrow table              type String
#   upper(col)                                          raises, as on no string
#   write_parquet, then pyarrow                         bytes that start with 80 05: pickles
# Why: where() and to_pydict() work, so the loss shows late: string functions refuse the column, and the
#   files that were written hold pickles that no other engine reads.
# What helps: .cast(DataType.string()), or to decode in pyarrow or pandas first.
set -euo pipefail
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
packages=(daft==0.7.26 pyarrow==25.0.1 pandas==3.1.1)
if command -v uv >/dev/null; then
  uv venv -q venv
  uv pip install -q -p venv/bin/python "${packages[@]}"
else
  python3 -m venv venv
  venv/bin/pip install -q "${packages[@]}"
fi
export DO_NOT_TRACK=1 DAFT_PROGRESS_BAR=0

cat >program.py <<'PYTHON'
import daft
import pandas as pd
import pyarrow as pa
import pyarrow.parquet as pq
from daft import DataType, col
from daft.functions import upper

table = pa.table({"x": pa.array(["a", "b", "a"]).dictionary_encode()})
pq.write_table(table, "by-pyarrow.parquet")
df = daft.from_arrow(table)


def type_of(frame):
    return str(frame.schema()["x"].dtype)


seen = {
    "from_arrow": type_of(df),
    "from_pandas": type_of(daft.from_pandas(pd.DataFrame({"x": pd.Categorical(["a", "b"])}))),
    "read_parquet": type_of(daft.read_parquet("by-pyarrow.parquet")),
    "to_pydict": df.to_pydict()["x"],
    "cast": df.select(upper(col("x").cast(DataType.string()))).to_pydict()["x"],
}
try:
    seen["upper"] = df.select(upper(col("x"))).to_pydict()["x"]
except Exception as error:
    seen["upper"] = "TypeError" if "TypeError" in str(error) else str(error)
written = df.write_parquet("by-daft").to_pydict()["path"][0]
stored = pq.read_table(written).column("x").to_pylist()[0]
seen["written"] = stored[:2] if isinstance(stored, bytes) else stored
print(seen)
expected = {
    "from_arrow": "Python",
    "from_pandas": "Python",
    "read_parquet": "String",
    "to_pydict": ["a", "b", "a"],
    "cast": ["A", "B", "A"],
    "upper": "TypeError",
    "written": b"\x80\x05",
}
if seen != expected:
    raise SystemExit(f"This has changed: it was {expected}")
PYTHON
venv/bin/python program.py
