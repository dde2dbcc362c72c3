#!/usr/bin/env bash
# Daft 0.7.26, deltalake 1.6.6: write_deltalake of hash() ids makes about half of them null.
#
# Guess: hash() gives UInt64, Delta knows only signed integers, so the write raises, as write_iceberg and
#   deltalake's own write do. Or the numbers wrap.
# Seen (2026-11-29), 1,000 ids by hash(name):
#   Daft writes and reads     513 of 1,000 are null; a `where` for null ids finds none
#   DuckDB reads the file     1,000 values, UBIGINT
#   deltalake writes          raises "Can't cast value ... to type Int64"
# Why: the table's column becomes Int64 and the file keeps UInt64. The read casts, and what doesn't fit is null.
#   A filter is answered by the statistics of the file, which has no null.
# What helps: (hash(...) % 2**63).cast(DataType.int64()) before the write, or ids as text.
set -euo pipefail
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
packages=(daft==0.7.26 pyarrow==25.0.1 deltalake==1.6.6 duckdb==2.0.1
  "pyiceberg[pyiceberg-core]==0.12.0")
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
import deltalake
import duckdb
from daft import DataType, col
from daft.functions import hash

names = daft.from_pydict({"name": [f"user {number}" for number in range(1000)]})
df = names.with_column("id", hash(col("name")))
df.write_deltalake("table")
table = daft.read_deltalake("table")
seen = {
    "type": str(table.schema()["id"].dtype),
    "null": sum(value is None for value in table.to_pydict()["id"]),
    "null by a filter": daft.read_deltalake("table").where(col("id").is_null()).count_rows(),
    "in the file": duckdb.sql("SELECT count(id), any_value(typeof(id)) FROM 'table/*.parquet'").fetchall(),
}
try:
    deltalake.write_deltalake("other", df.to_arrow())
    seen["deltalake"] = "written"
except Exception as error:
    seen["deltalake"] = "raises" if "Can't cast value" in str(error) else str(error)
df.with_column("id", (col("id") % 2**63).cast(DataType.int64())).write_deltalake("signed")
seen["signed"] = sum(value is None for value in daft.read_deltalake("signed").to_pydict()["id"])
expected = {
    "type": "Int64",
    "null": 513,
    "null by a filter": 0,
    "in the file": [(1000, "UBIGINT")],
    "deltalake": "raises",
    "signed": 0,
}
print(seen)
if seen != expected:
    raise SystemExit(f"This has changed: it was {expected}")
PYTHON
venv/bin/python program.py
