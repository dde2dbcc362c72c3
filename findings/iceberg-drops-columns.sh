#!/usr/bin/env bash
# Daft 0.7.26: write_iceberg drops columns that the table lacks and fills missing ones with null.
#
# Guess: an append whose columns differ from the table's raises, as write_deltalake does and as
#   pyiceberg's own table.append does for the same rows.
# Seen (2026-11-28), a table (x, s), one row appended at a time:
#                              write_iceberg         pyiceberg append    write_deltalake
#   (x, s, z)                  z is dropped          raises              raises
#   (x, text)                  s null, text dropped  raises              raises
#   (s, x): other order        by name               by name             raises
#   (x = 7.9, s)               raises                raises              raises
# Why: a column renamed in the pipeline ("s" to "text") loses its values twice: the new one isn't stored
#   and the old one is null, and nothing is said. Delta is strict even about order.
set -euo pipefail
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
packages=(daft==0.7.26 pyarrow==25.0.1 deltalake==1.6.6 "pyiceberg[sql-sqlite,pyiceberg-core]==0.12.0")
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
import deltalake
from pyiceberg.catalog.sql import SqlCatalog

start = daft.from_pydict({"x": [0], "s": ["start"]})
appends = {
    "more": {"x": [1], "s": ["a"], "z": [9]},
    "renamed": {"x": [2], "text": ["b"]},
    "order": {"s": ["c"], "x": [3]},
    "float": {"x": [7.9], "s": ["d"]},
}
catalog = SqlCatalog("c", uri="sqlite:///catalog.db", warehouse=f"file://{os.getcwd()}/warehouse")
catalog.create_namespace("n")
schema = start.to_arrow().schema
for name in ("daft", "pyiceberg"):
    start.write_iceberg(catalog.create_table(f"n.{name}", schema))
start.write_deltalake("delta")


def outcome(action):
    try:
        action()
    except Exception:
        return "raises"
    return "written"


seen = {}
for name, columns in appends.items():
    df = daft.from_pydict(columns)
    seen[name] = {
        "daft": outcome(lambda: df.write_iceberg(catalog.load_table("n.daft"))),
        "pyiceberg": outcome(lambda: catalog.load_table("n.pyiceberg").append(df.to_arrow())),
        "delta": outcome(lambda: df.write_deltalake("delta")),
    }
    print(name, seen[name])
stored = daft.read_iceberg(catalog.load_table("n.daft")).sort("x").to_pydict()
print(stored)
expected = {
    "more": {"daft": "written", "pyiceberg": "raises", "delta": "raises"},
    "renamed": {"daft": "written", "pyiceberg": "raises", "delta": "raises"},
    "order": {"daft": "written", "pyiceberg": "written", "delta": "raises"},
    "float": {"daft": "raises", "pyiceberg": "raises", "delta": "raises"},
}
if seen != expected or stored != {"x": [0, 1, 2, 3], "s": ["start", "a", None, "c"]}:
    raise SystemExit(f"This has changed: it was {expected}")
PYTHON
venv/bin/python program.py
