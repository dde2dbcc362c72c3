#!/usr/bin/env bash
# Daft 0.7.26: to_pandas, to_pydict and to_pylist keep their rows in the frame; to_arrow and show don't.
#
# Guess: either only collect() keeps rows, or every action that computes all of them does. The docstring of
#   to_arrow says: "If results have not computed yet, collect will be called."
# Seen (2026-11-28), 100 rows through a UDF: one action, then collect(); calls of the UDF in both:
#   to_pandas, to_pydict, to_pylist             100, then 0
#   to_arrow, iter_rows to its end, write       100, then 100
#   count_rows                                  0, then 100
#   count_rows of a frame with the UDF's column only    100, then 100
#   b = a.where(...), then a.collect(), b.collect()     100, then 100
# Why: swapping to_pandas for to_arrow doubles the work if the frame is used again. A frame
#   derived before the collect() doesn't profit from it, unlike Spark's cache, which is found by plan.
set -euo pipefail
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
packages=(daft==0.7.26 pyarrow==25.0.1 pandas==3.1.1)
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
from daft import col

calls = 0


@daft.func
def model(x: int) -> int:
    global calls
    calls += 1
    return x


def count(action):
    global calls
    calls = 0
    action()
    return calls


def twice(action, frame=lambda: daft.range(100).with_column("y", model(col("id")))):
    df = frame()
    return count(lambda: action(df)), count(df.collect)


a = daft.range(100).with_column("y", model(col("id")))
b = a.where(col("y") > 50)
seen = {
    "to_pandas": twice(lambda df: df.to_pandas()),
    "to_pydict": twice(lambda df: df.to_pydict()),
    "to_pylist": twice(lambda df: df.to_pylist()),
    "to_arrow": twice(lambda df: df.to_arrow()),
    "iter_rows": twice(lambda df: list(df.iter_rows())),
    "write": twice(lambda df: df.write_parquet("out")),
    "count_rows": twice(lambda df: df.count_rows()),
    "count_rows, alone": twice(
        lambda df: df.count_rows(), lambda: daft.range(100).select(model(col("id")))
    ),
    "derived before": (count(a.collect), count(b.collect)),
}
for name, value in seen.items():
    print(f"{name}: {value}")
kept, again = (100, 0), (100, 100)
expected = {
    "to_pandas": kept,
    "to_pydict": kept,
    "to_pylist": kept,
    "to_arrow": again,
    "iter_rows": again,
    "write": again,
    "count_rows": (0, 100),
    "count_rows, alone": again,
    "derived before": again,
}
if seen != expected:
    raise SystemExit(f"This has changed: it was {expected}")
PYTHON
venv/bin/python program.py
