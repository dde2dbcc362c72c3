#!/usr/bin/env bash
# Daft 0.7.26: four sources have three answers to which rows a frame made before a write will read.
#
# Guess: a lazy frame either keeps what was there when it was made (as Spark lists files then) or reads
#   what is there when it runs, whatever the format.
# Seen (2026-11-28), a frame over one row, then a second row is written by others, then count_rows():
#   Parquet, glob       2     the files are listed at each run
#   Delta               1     the version is kept
#   Lance               1     the version is kept
#   Iceberg             1     but 2 if the write goes through the same pyiceberg Table object
# Why: Iceberg frames hold the Table object of the caller and ask it when they run, so write_iceberg(table)
#   changes what frames made earlier mean; "read, transform, append to the same table, count the input"
#   counts the output too. Over Parquet two actions on one frame can see different data.
set -euo pipefail
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
packages=(daft==0.7.26 pyarrow==25.0.1 deltalake==1.6.6
  daft-lance==0.6.0 pylance==14.0.2 "pyiceberg[sql-sqlite,pyiceberg-core]==0.12.0")
if command -v uv >/dev/null; then
  uv venv -q venv
  uv pip install -q -p venv/bin/python "${packages[@]}"
else
  python3 -m venv venv
  venv/bin/pip install -q "${packages[@]}"
fi
export DO_NOT_TRACK=1 DAFT_PROGRESS_BAR=0

cat >program.py <<'PYTHON'
import os

import daft
import daft_lance
import deltalake
import lance
import pyarrow as pa
import pyarrow.parquet as pq
from pyiceberg.catalog.sql import SqlCatalog

one, two = pa.table({"x": [1]}), pa.table({"x": [2]})
seen = {}

os.mkdir("files")
pq.write_table(one, "files/1.parquet")
df = daft.read_parquet("files/*.parquet")
before = df.count_rows()
pq.write_table(two, "files/2.parquet")
seen["parquet"] = (before, df.count_rows())

deltalake.write_deltalake("delta", one)
df = daft.read_deltalake("delta")
before = df.count_rows()
deltalake.write_deltalake("delta", two, mode="append")
seen["delta"] = (before, df.count_rows())

lance.write_dataset(one, "x.lance")
df = daft_lance.read_lance("x.lance")
before = df.count_rows()
lance.write_dataset(two, "x.lance", mode="append")
seen["lance"] = (before, df.count_rows())

catalog = SqlCatalog("c", uri="sqlite:///catalog.db", warehouse=f"file://{os.getcwd()}/warehouse")
catalog.create_namespace("n")
for name, own_table in (("iceberg", True), ("iceberg, same object", False)):
    table = catalog.create_table(f"n.{'a' if own_table else 'b'}", one.schema)
    daft.from_arrow(one).write_iceberg(table)
    df = daft.read_iceberg(table)
    before = df.count_rows()
    target = catalog.load_table(table.name()) if own_table else table
    daft.from_arrow(two).write_iceberg(target)
    seen[name] = (before, df.count_rows())

print(seen)
expected = {
    "parquet": (1, 2),
    "delta": (1, 1),
    "lance": (1, 1),
    "iceberg": (1, 1),
    "iceberg, same object": (1, 2),
}
if seen != expected:
    raise SystemExit(f"This has changed: it was {expected}")
PYTHON
venv/bin/python program.py
