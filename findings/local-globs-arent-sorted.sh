#!/usr/bin/env bash
# Daft 0.7.26: the files of a local folder or glob are read in the order of the file system, not by name.
#
# Guess: part-00, part-01 and so on, as in DuckDB, polars, pyarrow, and as an object store lists them.
# Seen (2026-11-29), 200 files, from_glob_path and read_parquet("files/*.parquet"), native runner:
#   Daft             the order of os.scandir, another on each machine and after each copy
#   DuckDB, polars, pyarrow   by name
#   A list of paths keeps its order.
# Why: the folder is walked, and never sorted. Rows keep the order of their files, so `limit(1)`, `show()`, the
#   first file that a schema is guessed from, and ids by position differ between a laptop, CI and S3.
# What helps: read_parquet(sorted(glob.glob(...))), or a sort by a column.
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
import glob
import os
from pathlib import Path

import daft
import duckdb
import polars as pl
import pyarrow as pa
import pyarrow.dataset as ds
import pyarrow.parquet as pq

daft.set_runner_native()
Path("files").mkdir()
for number in range(200):
    pq.write_table(pa.table({"a": [number]}), f"files/part-{number:03}.parquet")
pattern = "files/*.parquet"
by_folder = [int(entry.name[5:8]) for entry in os.scandir("files")]
by_name = list(range(200))
if by_folder == by_name:
    raise SystemExit("This file system lists by name: run it on another one")


def rows(path):
    return daft.read_parquet(path).to_pydict()["a"]


listed = daft.from_glob_path(pattern).to_pydict()["path"]
seen = {
    "daft, from_glob_path": [int(path[-11:-8]) for path in listed] == by_folder,
    "daft, glob": rows(pattern) == by_folder,
    "daft, folder": rows("files") == by_folder,
    "daft, sorted list": rows(sorted(glob.glob(pattern))) == by_name,
    "duckdb": [row[0] for row in duckdb.sql(f"FROM '{pattern}'").fetchall()] == by_name,
    "polars": pl.read_parquet(pattern)["a"].to_list() == by_name,
    "pyarrow": ds.dataset("files").to_table()["a"].to_pylist() == by_name,
}
print("first ten files:", by_folder[:10])
expected = dict.fromkeys(seen, True)
print(seen)
if seen != expected:
    raise SystemExit(f"This has changed: it was {expected}")
PYTHON
venv/bin/python program.py
