#!/usr/bin/env bash
# Daft 0.7.26: the first path gives a Hive partition column its type; values it can't hold become null.
#
# Guess: the type is one that all partition values fit: a column that Daft itself wrote as String comes
#   back with the same values, though perhaps as numbers.
# Seen (2026-11-28), folders p=1 and p=a:
#   read [p=1/..., p=a/...]    Int64    1, null
#   read [p=a/..., p=1/...]    String   1, a
#   pyarrow.dataset            string   1, a
#   write_parquet(partition_cols=["p"]) of a String column 1, a, then a read: the rows of "a" are there,
#   and their key is null
# Why: one product code that looks like a number, in the folder that is listed first, and the keys of all
#   others are gone, without an error. where(p == "a") can't even be asked: the column is a number.
# What helps: schema={"p": DataType.string()}.
set -euo pipefail
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
packages=(daft==0.7.26 pyarrow==25.0.1)
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

import daft
import pyarrow.dataset
from daft import DataType

rows = daft.from_pydict({"p": ["1", "a"], "v": [1, 2]})
rows.write_parquet("table", partition_cols=["p"])
number, letter = (glob.glob(f"table/p={value}/*.parquet")[0] for value in ("1", "a"))


def keys(paths, **options):
    df = daft.read_parquet(paths, hive_partitioning=True, **options)
    return str(df.schema()["p"].dtype), df.sort("v").to_pydict()["p"]


table = pyarrow.dataset.dataset("table", partitioning="hive").to_table().sort_by("v")
seen = {
    "written": str(rows.schema()["p"].dtype),
    "number first": keys([number, letter]),
    "letter first": keys([letter, number]),
    "schema": keys([number, letter], schema={"p": DataType.string()}),
    "pyarrow": table["p"].to_pylist(),
}
print(seen)
expected = {
    "written": "String",
    "number first": ("Int64", [1, None]),
    "letter first": ("String", ["1", "a"]),
    "schema": ("String", ["1", "a"]),
    "pyarrow": ["1", "a"],
}
if seen != expected:
    raise SystemExit(f"This has changed: it was {expected}")
PYTHON
venv/bin/python program.py
