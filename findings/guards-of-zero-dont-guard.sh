#!/usr/bin/env bash
# Daft 0.7.26: a zero on the right of % or // ends the query, and a test for it in front doesn't help.
#
# Guess: 8 % 0 is null, or NaN, as 8 / 0 is infinite; and where(col("b") != 0), or when(col("b") != 0), keeps the
#   zeros away from it.
# Seen (2026-11-30), native runner, integers a = 7, 8 and b = 2, 0:
#   a / b                                                         3.5, inf
#   a % b, a // b                                                 the thread panics: DaftCoreException
#   when(b != 0, a % b).otherwise(0)                              the same
#   where((b != 0) & (a % b == 1))                                the same
#   where(b != 0).where(a % b == 1)                               the same
#   where(b != 0), then a % b in a select                         1
#   a % b where b is null in place of 0                           1, null
#   floats: 8.0 % 0.0, 8.0 // 0.0                                 NaN, inf
# Why: `when`, `&` and filters in a row compute all that they are made of, for all rows, and choose afterwards.
# What helps: make the zeros null first: when(b != 0, b).otherwise(None). It gives 1 and null.
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
from daft.functions import when


def outcome(frame):
    """The values of the last column, or the error."""
    try:
        return [*frame.to_pydict().values()][-1]
    except Exception as error:
        return type(error).__name__


df = daft.from_pydict({"a": [7, 8], "b": [2, 0]})
a, b = col("a"), col("b")
floats = df.select(a.cast("float64").alias("a"), b.cast("float64").alias("b"))
no_zeros = df.with_column("b", when(b != 0, b).otherwise(None))
seen = {
    "a / b": outcome(df.select((a / b).alias("y"))),
    "a % b": outcome(df.select((a % b).alias("y"))),
    "a // b": outcome(df.select((a // b).alias("y"))),
    "when": outcome(df.select(when(b != 0, a % b).otherwise(0).alias("y"))),
    "and": outcome(df.where((b != 0) & (a % b == 1)).select("a")),
    "two filters": outcome(df.where(b != 0).where(a % b == 1).select("a")),
    "select": outcome(df.where(b != 0).select((a % b).alias("y"))),
    "nulls": outcome(no_zeros.select((a % b).alias("y"))),
    "floats": str(outcome(floats.select((a % b).alias("y")))),
    "floats, //": str(outcome(floats.select((a // b).alias("y")))),
}
panics = "DaftCoreException"
expected = {
    "a / b": [3.5, float("inf")],
    "a % b": panics,
    "a // b": panics,
    "when": panics,
    "and": panics,
    "two filters": panics,
    "select": [1],
    "nulls": [1, None],
    "floats": "[1.0, nan]",
    "floats, //": "[3.0, inf]",
}
print(seen)
if seen != expected:
    raise SystemExit(f"This has changed: it was {expected}")
PYTHON
venv/bin/python program.py 2>/dev/null
