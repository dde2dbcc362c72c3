#!/usr/bin/env bash
# Daft 0.7.26: an id by hash() or monotonically_increasing_id() plus 1 is a float, and ids fall together.
#
# Guess: UInt64 plus a literal 1 stays an integer, as in NumPy 2, Polars and DuckDB; `% 8` of it does.
# Seen (2026-11-30):
#   type of id + 1, id - 1, id * 2, id // 2     Float64
#   type of id % 8, and of id + lit(1) as UInt64   UInt64
#   2**53 + 0, 1, 2, 3 as UInt64, plus 1          2 values of 4; as Int64 all 4
#   1,000 hashes plus 1                           4 are the hash plus 1
# Why: the literal is signed. Of UInt64 and a signed integer Daft makes Float64, which holds 53 bits.
# What helps: lit(1).cast(DataType.uint64()), or a cast of the id to Int64 where it fits.
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
from daft import DataType, col, lit
from daft.functions import hash, monotonically_increasing_id

one = lit(1).cast(DataType.uint64())
ids = daft.from_pydict({"name": [f"user {number}" for number in range(1000)]})
ids = ids.with_column("id", hash(col("name"))).with_column("row", monotonically_increasing_id())
types = {
    "id + 1": col("id") + 1,
    "id - 1": col("id") - 1,
    "id * 2": col("id") * 2,
    "id // 2": col("id") // 2,
    "row + 1": col("row") + 1,
    "id % 8": col("id") % 8,
    "id + one": col("id") + one,
}
seen = {name: str(ids.select(value.alias("x")).schema()["x"].dtype) for name, value in types.items()}
near = daft.from_pydict({"signed": [2**53 + number for number in range(4)]})
near = near.with_column("unsigned", col("signed").cast(DataType.uint64()))
seen["unsigned, plus 1"] = near.select(col("unsigned") + 1).distinct().count_rows()
seen["signed, plus 1"] = near.select(col("signed") + 1).distinct().count_rows()
rows = ids.with_column("next", col("id") + 1).to_pydict()
seen["exact"] = sum(int(after) == before + 1 for before, after in zip(rows["id"], rows["next"]))
expected = {
    "id + 1": "Float64",
    "id - 1": "Float64",
    "id * 2": "Float64",
    "id // 2": "Float64",
    "row + 1": "Float64",
    "id % 8": "UInt64",
    "id + one": "UInt64",
    "unsigned, plus 1": 2,
    "signed, plus 1": 4,
    "exact": 4,
}
print(seen)
if seen != expected:
    raise SystemExit(f"This has changed: it was {expected}")
PYTHON
venv/bin/python program.py
