#!/usr/bin/env bash
# Daft 0.7.26: read_parquet casts the files behind the first to its types: 2.7 becomes 2, text null.
#
# Guess: Parquet files carry their types, so a file of another type raises, as in polars, or both
#   become what holds both. What can't be cast raises in any case, as in DuckDB.
# Seen (2026-11-29), a first file of a = 1 (int64) and one more:
#   a = 2.7 (double)           Daft 1, 2        DuckDB 1, 3     polars raises
#   a = "s" (text)             Daft 1, null     DuckDB and polars raise
#   a = 2 and another column   Daft leaves that column out; with the second file first it is there
#   Which file is first depends on the order of a list or a glob: with 2.7 first, all is right (2.7, 1.0).
# Why: the schema is that of the first file, and each other file is cast to it, without a look at what is lost.
#   A job that wrote integers on one day and floats on the next loses decimals without an error.
# What helps: schema={"a": DataType.float64()} gives 1.0 and 2.7.
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
import daft
import duckdb
import polars as pl
import pyarrow as pa
import pyarrow.parquet as pq
from daft import DataType

FILES = {
    "first": {"a": [1]},
    "float": {"a": [2.7]},
    "text": {"a": ["s"]},
    "wider": {"a": [2], "b": ["x"]},
}
for name, columns in FILES.items():
    pq.write_table(pa.table(columns), f"{name}.parquet")


def paths(*names):
    return [f"{name}.parquet" for name in names]


def outcome(read):
    try:
        return read()
    except Exception:
        return "raises"


def with_daft(*names, **options):
    return daft.read_parquet(paths(*names), **options).to_pydict()


seen = {}
for other in ("float", "text"):
    files = paths("first", other)
    seen[other] = (
        with_daft("first", other)["a"],
        outcome(lambda: duckdb.sql(f"FROM read_parquet({files})").fetchall()),
        outcome(lambda: pl.read_parquet(files)["a"].to_list()),
    )
seen["float first"] = with_daft("float", "first")["a"]
seen["with a schema"] = with_daft("first", "float", schema={"a": DataType.float64()})["a"]
seen["wider"] = with_daft("first", "wider")
seen["wider first"] = with_daft("wider", "first")
expected = {
    "float": ([1, 2], [(1,), (3,)], "raises"),
    "text": ([1, None], "raises", "raises"),
    "float first": [2.7, 1.0],
    "with a schema": [1.0, 2.7],
    "wider": {"a": [1, 2]},
    "wider first": {"a": [2, 1], "b": ["x", None]},
}
print(seen)
if seen != expected:
    raise SystemExit(f"This has changed: it was {expected}")
PYTHON
venv/bin/python program.py
