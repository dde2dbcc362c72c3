#!/usr/bin/env bash
# Daft 0.7.26: a batch UDF in `agg` loses its column, unless it is the only one behind a groupby.
#
# Guess: agg(count_of(col("id"))) makes a column of what the UDF returns for all rows, or raises, as
#   agg(count_of(col("id")).sum()) does ("must be composed of non-nested aggregation expressions").
# Seen (2026-11-29, native runner), 100 rows, a batch UDF that returns one number for the rows it gets:
#   written                                               columns     calls of the UDF
#   groupby("k").agg(count_of(...))                       k, n        2, of 50 rows
#   groupby("k").agg(col("id").sum(), count_of(...))      k, id       0: the UDF's column `n` is missing
#   agg(count_of(...))                                    none        0
# What helps: map_groups for the rows of a group; built-in aggregates; a class under `daft.udaf`.
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

daft.set_runner_native()
calls = []


@daft.func.batch(return_dtype=DataType.int64())
def count_of(rows):
    calls.append(len(rows))
    return [len(rows)]


df = daft.range(100, partitions=4).with_column("k", col("id") % 2)
n = count_of(col("id")).alias("n")
seen = []
for frame in (df.groupby("k").agg(n), df.groupby("k").agg(col("id").sum(), n), df.agg(n)):
    calls.clear()
    columns = sorted(frame.to_pydict())
    seen.append((columns, sorted(calls)))
    print(columns, calls)
assert seen == [(["k", "n"], [50, 50]), (["id", "k"], []), ([], [])], seen
PYTHON
venv/bin/python program.py
