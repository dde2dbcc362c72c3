#!/usr/bin/env bash
# Daft 0.7.26: the object of a daft.udaf class is made anew for each call of each of its methods.
#
# Guess: as for @daft.cls, __init__ runs once for each worker, so that a model or a table can be loaded
#   there.
# Seen (2026-11-29, native runner), 800 rows in 8 partitions, grouped by 5 keys:
#   aggregate   40 calls, one for each key in each partition
#   combine      5 calls
#   finalize     5 calls
#   __init__    50 calls
# Why: each call makes its own object. Nothing of one call is there in the next.
# What helps: load in a function with functools.cache, or at the head of the module.
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
from collections import Counter

import daft
from daft import DataType, col

seen = Counter()


@daft.udaf(return_dtype=DataType.int64(), state=DataType.int64())
class Sum:
    def __init__(self):
        seen["__init__"] += 1

    def aggregate(self, values):
        seen["aggregate"] += 1
        return sum(values.to_pylist())

    def combine(self, states):
        seen["combine"] += 1
        return sum(states.to_pylist())

    def finalize(self, state):
        seen["finalize"] += 1
        return state


rows = daft.range(800, partitions=8).with_column("key", col("id") % 5)
sums = rows.groupby("key").agg(Sum()(col("id")).alias("sum")).to_pydict()["sum"]
print(dict(seen), "sum:", sum(sums))
if sum(sums) != sum(range(800)) or dict(seen) != {
    "__init__": 50,
    "aggregate": 40,
    "combine": 5,
    "finalize": 5,
}:
    raise SystemExit("This has changed: there were 50 objects for 50 calls")
PYTHON
venv/bin/python program.py
