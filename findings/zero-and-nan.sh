#!/usr/bin/env bash
# Daft 0.7.26: -0.0 is no zero, and NaN equals NaN in filters and groups but not in joins.
#
# Guess: IEEE rules as in numpy (0.0 == -0.0, NaN != NaN), or Spark's rules (both equal) in all places.
# Seen (2026-11-28):
#                       0.0 and -0.0    NaN and NaN
#   ==                  False           True
#   is_in               False           True
#   groups of groupby   2               1
#   rows of a join      0               0
#   rows of intersect   0               0
#   col("x") * 0 == 0 is False for x = -1.5, and col("x") * 0 < 0 is True
# Why: a product with 0 or round(-0.4) is -0.0, and "where(x == 0)" drops such rows without a word. A key
#   that == and groupby call the same is not found by a join or an intersect.
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
from daft import col, lit
from daft.functions import count, is_in, round


def places(first, second):
    pair = daft.from_pydict({"a": [first], "b": [second]})
    both = daft.from_pydict({"x": [first, second]})
    left, right = daft.from_pydict({"x": [first]}), daft.from_pydict({"x": [second]})
    return {
        "==": pair.select((col("a") == col("b")).alias("e")).to_pydict()["e"][0],
        "is_in": pair.select(is_in(col("a"), [second]).alias("e")).to_pydict()["e"][0],
        "groups": both.groupby("x").agg(count(lit(1)).alias("n")).count_rows(),
        "join": left.join(right, on="x").count_rows(),
        "intersect": left.intersect(right).count_rows(),
    }


product = col("x") * 0
numbers = daft.from_pydict({"x": [-1.5, 2.5]})
seen = {
    "zeros": places(0.0, -0.0),
    "NaNs": places(float("nan"), float("nan")),
    "x * 0 == 0": numbers.select((product == 0).alias("e")).to_pydict()["e"],
    "x * 0 < 0": numbers.select((product < 0).alias("e")).to_pydict()["e"],
    "round(-0.4) == 0": daft.from_pydict({"x": [-0.4]}).where(round(col("x")) == 0).count_rows(),
}
for name, value in seen.items():
    print(f"{name}: {value}")
expected = {
    "zeros": {"==": False, "is_in": False, "groups": 2, "join": 0, "intersect": 0},
    "NaNs": {"==": True, "is_in": True, "groups": 1, "join": 0, "intersect": 0},
    "x * 0 == 0": [False, True],
    "x * 0 < 0": [True, False],
    "round(-0.4) == 0": 0,
}
if seen != expected:
    raise SystemExit(f"This has changed: it was {expected}")
PYTHON
venv/bin/python program.py
