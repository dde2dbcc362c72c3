#!/usr/bin/env bash
# Daft 0.7.26: read_csv gives no null for text: an empty field is "".
#
# Guess: an empty field without quotes is null, whatever its column's type, as in DuckDB, polars, pandas and
#   Spark. What write_csv writes for null comes back as null.
# Seen (2026-11-29), the fields `Ada,36`, `,41` and `Bob,`:
#   Daft        name: Ada, "", Bob      age: 36, 41, null     where(name is null): 0 rows
#   DuckDB      name: Ada, null, Bob    age: 36, 41, null
#   polars      the same as DuckDB
#   write_csv writes nothing for "" and for null, read_csv makes "" of both: nulls don't survive a round trip.
# Why: the reader looks for nulls where it parses numbers. drop_null, fill_null, coalesce, count and a join
#   by that column take the missing ones for values, and no option of read_csv changes it.
# What helps: when(col == "", None).otherwise(col) behind the read.
set -euo pipefail
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
packages=(daft==0.7.26 pyarrow==25.0.1 duckdb==2.0.1 polars==2.1.0)
if command -v uv >/dev/null; then
  uv venv -q venv
  uv pip install -q -p venv/bin/python "${packages[@]}"
else
  python3 -m venv venv
  venv/bin/pip install -q "${packages[@]}"
fi
export DO_NOT_TRACK=1 DAFT_PROGRESS_BAR=0

cat >program.py <<'PYTHON'
from pathlib import Path

import daft
import duckdb
import polars as pl
from daft import DataType, col, lit
from daft.functions import when

Path("people.csv").write_text("name,age\nAda,36\n,41\nBob,\n")
df = daft.read_csv("people.csv")
daft.from_pydict({"text": ["a", "", None], "number": [1, 2, 3]}).write_csv("written")
(file,) = Path("written").iterdir()
nothing = lit(None).cast(DataType.string())
mended = df.with_column("name", when(col("name") == "", nothing).otherwise(col("name")))
seen = {
    "daft": df.to_pydict(),
    "daft, null names": df.where(col("name").is_null()).count_rows(),
    "daft, mended": mended.to_pydict()["name"],
    "duckdb": duckdb.sql("SELECT name FROM 'people.csv'").fetchall(),
    "polars": pl.read_csv("people.csv")["name"].to_list(),
    "written": file.read_text().split(),
    "read again": daft.read_csv("written/*.csv").to_pydict()["text"],
}
expected = {
    "daft": {"name": ["Ada", "", "Bob"], "age": [36, 41, None]},
    "daft, null names": 0,
    "daft, mended": ["Ada", None, "Bob"],
    "duckdb": [("Ada",), (None,), ("Bob",)],
    "polars": ["Ada", None, "Bob"],
    "written": ["text,number", "a,1", ",2", ",3"],
    "read again": ["a", "", ""],
}
print(seen)
if seen != expected:
    raise SystemExit(f"This has changed: it was {expected}")
PYTHON
venv/bin/python program.py
