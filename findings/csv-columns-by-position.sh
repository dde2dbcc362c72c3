#!/usr/bin/env bash
# Daft 0.7.26: read_csv of several files takes values by position, whatever their headers say.
#
# Guess: each file has a header, so its columns are found by name, as Daft does for JSON lines and
#   Parquet, and as pyarrow.dataset does for the same CSV files. A file that lacks a column has nulls.
# Seen (2026-11-28), a.csv "id,price" with 1,100 and b.csv "price,id" with 300,3:
#   read_csv([a, b])      id 1, 300   price 100, 3: the values of b are swapped
#   read_csv([b, a])      price 300, 1   id 3, 100: now those of a
#   c.csv has "price" alone, with 500: read_csv([a, c]) says id 500, price null
#   pyarrow.dataset       id 1, 3   price 100, 300
# Why: the header of the first file names the columns; those of the others are skipped as a line.
#   Both columns are numbers, so no cast fails and nothing is said. A schema= doesn't help.
# What helps: one read_csv for each order of columns, then union_all_by_name.
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
import daft
import pyarrow.dataset
from daft import DataType

files = {"a.csv": "id,price\n1,100\n", "b.csv": "price,id\n300,3\n", "c.csv": "price\n500\n"}
for name, text in files.items():
    with open(name, "w") as file:
        file.write(text)
with open("a.jsonl", "w") as file:
    file.write('{"id": 1, "price": 100}\n')
with open("b.jsonl", "w") as file:
    file.write('{"price": 300, "id": 3}\n')

schema = {"id": DataType.int64(), "price": DataType.int64()}
apart = daft.read_csv("a.csv").union_all_by_name(daft.read_csv("b.csv"))
seen = {
    "csv": daft.read_csv(["a.csv", "b.csv"]).sort("id").to_pydict(),
    "csv, b first": daft.read_csv(["b.csv", "a.csv"]).sort("id").to_pydict(),
    "csv, schema": daft.read_csv(["a.csv", "b.csv"], schema=schema).sort("id").to_pydict(),
    "csv, no id": daft.read_csv(["a.csv", "c.csv"]).sort("id").to_pydict(),
    "csv apart": apart.sort("id").to_pydict(),
    "json": daft.read_json(["a.jsonl", "b.jsonl"]).sort("id").to_pydict(),
    "pyarrow": pyarrow.dataset.dataset(["a.csv", "b.csv"], format="csv").to_table().to_pydict(),
}
for name, columns in seen.items():
    print(f"{name}: {columns}")
right = {"id": [1, 3], "price": [100, 300]}
expected = {
    "csv": {"id": [1, 300], "price": [100, 3]},
    "csv, b first": {"price": [300, 1], "id": [3, 100]},
    "csv, schema": {"id": [1, 300], "price": [100, 3]},
    "csv, no id": {"id": [1, 500], "price": [100, None]},
    "csv apart": right,
    "json": right,
    "pyarrow": right,
}
if seen != expected:
    raise SystemExit(f"This has changed: it was {expected}")
PYTHON
venv/bin/python program.py
