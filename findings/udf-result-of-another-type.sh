#!/usr/bin/env bash
# Daft 0.7.26: what a UDF returns is cast to its declared type, and what can't be cast becomes null.
#
# Guess: a function "-> int" that returns "n/a" fails, since on_error is "raise" unless told otherwise.
# Seen (2026-11-28):
#   -> int returns         "12"   2.7   "n/a"   [1, "2", "x"] for list[int]
#   the column holds       12     2     null    [1, 2, null]
#   int8 returns 300       null
#   a struct without its field: null; with a field more: the field is dropped
#   a batch UDF of int64 that returns strings: "7" is 7, "seven" and "7.5" are null
# Why: on_error governs what the function raises, not what it returns. A parser that hands back "n/a"
#   or a count that outgrows its type looks like missing data, in a column that was never null in tests.
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
from daft import DataType, col

RESULTS = ["12", 2.7, "n/a"]


@daft.func
def whole(row: int) -> int:
    return RESULTS[row]


@daft.func
def numbers(row: int) -> list[int]:
    return [1, "2", "x"]


@daft.func(return_dtype=DataType.int8())
def small(row: int):
    return 300


@daft.func(return_dtype=DataType.struct({"a": DataType.int64(), "b": DataType.string()}))
def record(row: int):
    return [{"a": 1}, {"a": "one", "b": "x"}, {"a": 1, "b": "x", "c": 2}][row]


@daft.func.batch(return_dtype=DataType.int64())
def texts(rows):
    return ["7", "seven", "7.5"]


udfs = {"whole": whole, "numbers": numbers, "small": small, "record": record, "texts": texts}
seen = daft.range(3).select(*(f(col("id")).alias(name) for name, f in udfs.items())).to_pydict()
print(seen)
expected = {
    "whole": [12, 2, None],
    "numbers": [[1, 2, None]] * 3,
    "small": [None] * 3,
    "record": [{"a": 1, "b": None}, {"a": None, "b": "x"}, {"a": 1, "b": "x"}],
    "texts": [7, None, None],
}
if seen != expected:
    raise SystemExit(f"This has changed: it was {expected}")
PYTHON
venv/bin/python program.py
