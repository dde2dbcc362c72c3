#!/usr/bin/env bash
# Daft 0.7.26: a batch function behind a filter is called for batches without rows, and np.stack fails there.
#
# Guess: a function is called for the rows that are left, as in a pool.
# Seen (2026-11-29, native runner), 800 rows in 8 partitions, a filter that leaves 100 in one of them:
#   @daft.func.batch                     1 call of 100 rows, 7 of none: np.stack raises, the query fails
#   @daft.func.batch(use_process=True)   1 call of 100 rows
#   a pool (max_concurrency=2)           1 call of 100 rows
# Why: the other partitions are empty pieces, and threads of the worker get these too.
# What helps: `if len(values) == 0: return []`.
set -euo pipefail
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
packages=(daft==0.7.26 pyarrow==25.0.1 numpy==2.4.6)
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
import uuid

import daft
import numpy
from daft import DataType, col

folder = os.getcwd()


def note(values, name):
    open(f"{folder}/{name}-{len(values)}-{uuid.uuid4().hex}", "w").close()
    return values


@daft.cls(max_concurrency=2)
class Pool:
    @daft.method.batch(return_dtype=DataType.int64())
    def run(self, values):
        return note(values, "pool")


@daft.func.batch(return_dtype=DataType.int64())
def thread(values):
    return note(values, "thread")


@daft.func.batch(return_dtype=DataType.int64(), use_process=True)
def process(values):
    return note(values, "process")


@daft.func.batch(return_dtype=DataType.int64())
def stacked(values):
    return numpy.stack(values.to_pylist())


left = daft.range(800, partitions=8).where(col("id") < 100)


def calls(udf, name):
    left.with_column("y", udf(col("id"))).collect()
    return sorted(int(file.split("-")[1]) for file in os.listdir() if file.startswith(f"{name}-"))


def failure():
    try:
        left.with_column("y", stacked(col("id"))).collect()
    except ValueError as error:
        return str(error)
    return None


seen = {
    "thread": calls(thread, "thread"),
    "process": calls(process, "process"),
    "pool": calls(Pool().run, "pool"),
    "np.stack": failure(),
}
print(seen)
expected = {
    "thread": [0] * 7 + [100],
    "process": [100],
    "pool": [100],
    "np.stack": "need at least one array to stack",
}
if seen != expected:
    raise SystemExit(f"This has changed: it was {expected}")
PYTHON
venv/bin/python program.py
