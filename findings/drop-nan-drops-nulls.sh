#!/usr/bin/env bash
# Daft 0.7.26: drop_nan drops rows with null where it looks at one column of floats, and keeps them where at two.
#
# Guess: null and NaN are two things: drop_nan takes away NaN and leaves null to drop_null, as in polars.
# Seen (2026-11-30), native runner, rows left of 1.0, NaN and null in the column a; b is 1.0 throughout:
#   call                                     rows left
#   drop_nan("a")                            1.0
#   drop_nan(), a is the only float          1.0
#   drop_nan("a", "b"), or drop_nan()        1.0, null
#   fill_nan(col("a"), 0.0)                  1.0, 0.0, null
#   polars' drop_nans                        1.0, null
# Why: it is a filter on `not is_nan(a)`, which is null where the value is, and a filter drops what isn't true. Only
#   where it joins several columns, null counts as no NaN. So another column of floats changes which rows stay.
# What helps: where(col("a").is_null() | ~is_nan(col("a"))).
set -euo pipefail
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
packages=(daft==0.7.26 polars==2.1.0)
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
import polars as pl
from daft import col
from daft.functions import fill_nan, is_nan

VALUES = [1.0, float("nan"), None]
alone = daft.from_pydict({"a": VALUES, "text": ["x", "y", "z"]})
beside = daft.from_pydict({"a": VALUES, "b": [1.0, 1.0, 1.0]})
frames = {
    "by name": beside.drop_nan("a"),
    "only column": alone.drop_nan(),
    "two by name": beside.drop_nan("a", "b"),
    "two columns": beside.drop_nan(),
    "fill_nan": beside.select(fill_nan(col("a"), 0.0)),
    "what helps": beside.where(col("a").is_null() | ~is_nan(col("a"))),
}
seen = {name: str(frame.to_pydict()["a"]) for name, frame in frames.items()}
seen["polars"] = str(pl.Series("a", VALUES).drop_nans().to_list())
expected = {
    "by name": "[1.0]",
    "only column": "[1.0]",
    "two by name": "[1.0, None]",
    "two columns": "[1.0, None]",
    "fill_nan": "[1.0, 0.0, None]",
    "what helps": "[1.0, None]",
    "polars": "[1.0, None]",
}
print(seen)
if seen != expected:
    raise SystemExit(f"This has changed: it was {expected}")
PYTHON
venv/bin/python program.py
