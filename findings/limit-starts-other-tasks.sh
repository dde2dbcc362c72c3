#!/usr/bin/env bash
# Daft 0.7.26 and Ray 2.59.0: a limit on Ray lets more tasks run in front of it than it needs rows from.
#
# Guess: a UDF in front of limit(10) runs on one partition, if the first one has 1,000 rows: the limit is met
#   then, and no other task needs to start.
# Seen (2026-11-30), calls of a UDF that takes half a second or more, 16 partitions of 1,000 rows, limit(10):
#   on one node of 4 CPUs: 5, 5 and 4 of 16 in three runs
#   on 4 nodes of 2 CPUs, limit(1000): 9 of 16, on all nodes
# What helps: the limit in front of the UDF, where the rows that are left don't hang on it.
set -euo pipefail
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
packages=("daft[ray]==0.7.26" ray==2.59.0 pyarrow==25.0.1)
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
import tempfile
import time

import daft
import ray
from daft import col

ray.init("local", num_cpus=4, include_dashboard=False, logging_level="ERROR", log_to_driver=False)
daft.set_runner_ray(noop_if_initialized=True)
folder = tempfile.mkdtemp()


@daft.func.batch(return_dtype=daft.DataType.int64())
def slow(ids):
    os.close(tempfile.mkstemp(dir=folder)[0])
    time.sleep(0.5)
    return ids


frame = daft.range(16_000, partitions=16).with_column("seen", slow(col("id")))
rows = len(frame.where(col("seen") >= 0).limit(10).to_pydict()["id"])
calls = len(os.listdir(folder))
print(f"{rows} rows, {calls} calls for 16 partitions")
if rows != 10 or calls < 4:
    raise SystemExit("This has changed: it was 4 calls or more")
PYTHON
venv/bin/python program.py
