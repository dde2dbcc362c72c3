#!/usr/bin/env bash
# Daft 0.7.26: in `map_groups` a class UDF gets neither its pool nor its batches on the native runner.
#
# Guess: `max_concurrency=4` and `batch_size=5` hold wherever the UDF is called, as in `with_column`:
#   calls of 5 rows, in processes of their own.
# Seen (2026-11-29), 80 rows in 8 groups of 10, the same UDF:
#   written                                    calls   rows of a call   where
#   with_column("n", total(col("id")))         16      5                other processes
#   groupby("k").map_groups(total(col("id")))  8       10               the process of the program
# What helps: a column first, which has the pool, and built-in aggregates of that column.
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
import os
from pathlib import Path

import daft
from daft import DataType, col

daft.set_runner_native()
NOTES = Path("calls").absolute()


@daft.cls(max_concurrency=4)
class Total:
    @daft.method.batch(return_dtype=DataType.int64(), batch_size=5)
    def __call__(self, rows):
        with NOTES.open("a") as notes:
            notes.write(f"{os.getpid()} {len(rows)}\n")
        return [len(rows)] * len(rows)


total = Total()
df = daft.range(80, partitions=8).with_column("k", col("id") % 8)
seen = []
for frame in (
    df.with_column("n", total(col("id"))),
    df.groupby("k").map_groups(total(col("id")).alias("n")),
):
    NOTES.write_text("")
    frame.collect()
    calls = [line.split() for line in NOTES.read_text().splitlines()]
    here = {process == str(os.getpid()) for process, _ in calls}
    seen.append((len(calls), {int(rows) for _, rows in calls}, here))
    print(seen[-1])
assert seen == [(16, {5}, {False}), (8, {10}, {True})], seen
PYTHON
venv/bin/python program.py
