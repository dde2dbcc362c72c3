#!/usr/bin/env bash
# Daft 0.7.26: `apply` in the agg of a groupby gives a row for each row, not one for each group.
#
# Guess: groupby("k").agg(col("x").apply(f, type)) raises, since f gets one value and no group, or f gets the values
#   of a group and there is a row for each group, as for every aggregate.
# Seen (2026-11-30), native runner, five rows in two groups:
#   groupby("k").agg(col("x").apply(times_ten, int64))         5 rows: each value times ten, its key repeated
#   the same under the name "sum"                              5 rows
#   groupby("k").agg(col("x").apply(...).sum())                raises DaftCoreException: "must be composed of
#   groupby("k").agg(col("x").sum().apply(...))                non-nested aggregation expressions", both
# Why: `apply` makes a batch UDF, and agg runs such a UDF on the rows of each group, as map_groups does. What it
#   returns are that group's rows, however many.
# What helps: with_column before the groupby, then a built-in aggregate; of a sum, a select or with_column behind it.
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
from daft import DataType, col

df = daft.from_pydict({"k": [1, 1, 2, 2, 2], "x": [1, 2, 3, 4, 5]})
tens = col("x").apply(lambda value: value * 10, DataType.int64())


def rows(aggregate):
    """The rows that come of an aggregate, or the class of the error."""
    try:
        found = df.groupby("k").agg(aggregate).to_pylist()
    except Exception as error:
        return type(error).__name__
    return sorted(tuple(row.values()) for row in found)


seen = {
    "apply": rows(tens),
    "named": len(rows(tens.alias("sum"))),
    "sum of it": rows(tens.sum()),
    "of a sum": rows(col("x").sum().apply(lambda value: value * 10, DataType.int64())),
    "before": df.with_column("tens", tens).groupby("k").agg(col("tens").sum()).count_rows(),
}
expected = {
    "apply": [(1, 10), (1, 20), (2, 30), (2, 40), (2, 50)],
    "named": 5,
    "sum of it": "DaftCoreException",
    "of a sum": "DaftCoreException",
    "before": 2,
}
print(seen)
if seen != expected:
    raise SystemExit(f"This has changed: it was {expected}")
PYTHON
venv/bin/python program.py
