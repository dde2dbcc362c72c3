#!/usr/bin/env bash
# Daft 0.7.26: range_between looks the other way where a window sorts downwards, and takes null for a neighbour.
#
# Guess: range_between(-1, 0) means values that come at most 1 before the row's own, in the window's order, as SQL's
#   RANGE BETWEEN 1 PRECEDING AND CURRENT ROW. A null has only nulls in its frame.
# Seen (2026-11-30), how many rows are in the frame of 1, 2, 3 and 10, native runner:
#                                          Daft        DuckDB
#   (-1, 0), ascending                     1 2 2 1     1 2 2 1
#   (-1, 0), descending                    1 2 2 1     2 2 1 1
#   (0, 1), ascending, and a null row      2 2 1 2     2 2 1 1, and Daft's null row has none, DuckDB's has 1
#   (current_row, current_row), 1 2 2 10   1 1 1 1     1 2 2 1
# Why: the numbers are added to the values, whatever the order. So with desc=True, a negative one takes the rows
#   behind. `Window.current_row` is this row alone; 0 takes the rows with the same value, as SQL does.
# What helps: turn the signs for desc=True, write 0 for current_row, and filter nulls.
set -euo pipefail
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
packages=(daft==0.7.26 pyarrow==25.0.1 duckdb==2.0.1)
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
import duckdb
from daft import Window, col

NOW = Window.current_row
WORDS = {-1: "1 preceding", 0: "current row", 1: "1 following", NOW: "current row"}


def counts(values, start, end, desc=False):
    """The rows in the frame of each value, by Daft and by DuckDB, in the order of the values."""
    df = daft.from_pydict({"k": ["a"] * len(values), "x": values, "one": [1] * len(values)})
    window = Window().partition_by("k").order_by("x", desc=desc).range_between(start, end)
    ours = df.select("x", col("one").sum().over(window).alias("n")).sort("x").to_pydict()["n"]
    table, order = df.to_arrow(), "desc nulls first" if desc else "asc nulls last"
    frame = f"range between {WORDS[start]} and {WORDS[end]}"
    query = f"select count(*) over (order by x {order} {frame}) as n from t order by x nulls last"
    theirs = duckdb.connect().register("t", table).execute(query).fetchall()
    return ours, [n for (n,) in theirs]


numbers = [1, 2, 3, 10]
seen = {
    "ascending": counts(numbers, -1, 0),
    "descending": counts(numbers, -1, 0, desc=True),
    "with null": counts([*numbers, None], 0, 1),
    "ties, current_row": counts([1, 2, 2, 10], NOW, NOW),
    "ties, 0": counts([1, 2, 2, 10], 0, 0),
}
expected = {
    "ascending": ([1, 2, 2, 1], [1, 2, 2, 1]),
    "descending": ([1, 2, 2, 1], [2, 2, 1, 1]),
    "with null": ([2, 2, 1, 2, None], [2, 2, 1, 1, 1]),
    "ties, current_row": ([1, 1, 1, 1], [1, 2, 2, 1]),
    "ties, 0": ([1, 2, 2, 1], [1, 2, 2, 1]),
}
print(seen)
if seen != expected:
    raise SystemExit(f"This has changed: it was {expected}")
PYTHON
venv/bin/python program.py
