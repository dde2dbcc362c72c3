#!/usr/bin/env bash
# Daft 0.7.26: approx_percentiles of 100 equal numbers isn't that number, and may be above the maximum.
#
# Guess: an approximate percentile is off in rank: one of the values, or between two of them. So the one of equal
#   values is that value.
# Seen (2026-11-30), native runner:
#   approx_percentiles(0.99) of 100 times 1,000      1,002.43; its maximum is 1,000, its median() 1,000.0
#   approx_percentiles(0.5) of 20240101 to 20240131  20,389,100.6, no day of any year
#   approx_percentiles(0.5) of 1, 2, 3, 4            1.994; median() gives 2.5
#   the same of 0, 2, 4, ... and of 1, 3, 5, ...     both 497.78; median() gives 499 and 500
# Why: a DDSketch promises values within 1 % of the true one, and gives the middle of a bucket of such a width.
# What helps: median() is exact. For dates and ids written as numbers no percentile of it makes sense: subtract the
#   smallest first.
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
from daft import col


def of(numbers, share):
    """The approximate percentile, the exact median and the maximum."""
    df = daft.from_pydict({"x": list(numbers)})
    about, middle, most = col("x").approx_percentiles(share), col("x").median(), col("x").max()
    (row,) = df.agg(about.alias("about"), middle.alias("middle"), most.alias("most")).to_pylist()
    return round(row["about"], 3), row["middle"], row["most"]


seen = {
    "equal": of([1000] * 100, 0.99),
    "days": of(range(20240101, 20240132), 0.5),
    "four": of([1, 2, 3, 4], 0.5),
    "even": of(range(0, 1000, 2), 0.5),
    "odd": of(range(1, 1000, 2), 0.5),
}
expected = {
    "equal": (1002.428, 1000.0, 1000),
    "days": (20389100.589, 20240116.0, 20240131),
    "four": (1.994, 2.5, 4),
    "even": (497.779, 499.0, 998),
    "odd": (497.779, 500.0, 999),
}
print(seen)
if seen != expected:
    raise SystemExit(f"This has changed: it was {expected}")
PYTHON
venv/bin/python program.py
