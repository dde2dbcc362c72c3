#!/usr/bin/env bash
# Daft 0.7.26: a sum that is too large becomes negative, and 100 + 100 is -56 in a column of int8.
#
# Guess: a sum of int64 that doesn't fit raises, or is null or a float; two int8 are added as the next larger type.
# Seen (2026-11-30), native runner:
#   sum of 9223372036854775807 and 1                              -9223372036854775808
#   9223372036854775807 + 1 in a column                           -9223372036854775808
#   int8: 100 + 100, both columns                                 -56
#   int8: 100 + a literal 100                                     200
#   uint8: 1 - 2, both columns                                    255
#   sum of 100 and 100 in int8                                    200
#   300 cast to uint8                                             null
# Why: columns of one type keep it, and its arithmetic wraps; literals and sums are widened to 64 bits, which wrap too.
# What helps: cast("float64"), or a wider integer before arithmetic of small ones (Parquet files of sensors and
#   embeddings often have them). pyarrow raises "overflow" with add_checked, and pandas wraps as Daft does.
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
export DO_NOT_TRACK=1 DAFT_PROGRESS_BAR=0 DAFT_RUNNER=native

cat >program.py <<'PYTHON'
import daft
import pyarrow as pa
from daft import DataType, col


def small(kind, **columns):
    return daft.from_arrow(pa.table({name: pa.array(values, kind) for name, values in columns.items()}))


def only(frame):
    """The one value of a frame."""
    ((value,),) = frame.to_pydict().values()
    return value


largest = daft.from_pydict({"a": [2**63 - 1, 1]})
seen = {
    "sum": only(largest.agg(col("a").sum())),
    "plus": only(largest.limit(1).select((col("a") + 1).alias("y"))),
    "int8": only(small(pa.int8(), a=[100], b=[100]).select((col("a") + col("b")).alias("y"))),
    "literal": only(small(pa.int8(), a=[100]).select((col("a") + 100).alias("y"))),
    "uint8": only(small(pa.uint8(), a=[1], b=[2]).select((col("a") - col("b")).alias("y"))),
    "sum of int8": only(small(pa.int8(), a=[100, 100]).agg(col("a").sum())),
    "cast": only(daft.from_pydict({"a": [300]}).select(col("a").cast(DataType.uint8()))),
}
expected = {
    "sum": -(2**63),
    "plus": -(2**63),
    "int8": -56,
    "literal": 200,
    "uint8": 255,
    "sum of int8": 200,
    "cast": None,
}
print(seen)
if seen != expected:
    raise SystemExit(f"This has changed: it was {expected}")
PYTHON
venv/bin/python program.py
