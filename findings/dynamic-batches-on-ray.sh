#!/usr/bin/env bash
# Daft 0.7.26: enable_dynamic_batching does nothing for a pool of actors on Ray.
#
# Guess: the setting makes Daft size the batches of UDFs without a batch_size, on both runners: it is
#   meant for models whose best batch size isn't known.
# Seen (2026-11-29), 20,000 rows through a UDF, a call for each piece of rows:
#                        native              Ray
#   without a pool       61 calls            61 calls, from 256 rows on
#   with a pool of two   61 calls            1 call of 20,000 rows
# Why: the actors on Ray are fed by another operator, which takes the default morsel of 131,072 rows. One
#   actor gets all rows, and the other none. No warning says so.
# What helps: a batch_size; default_morsel_size works for pools on both runners.
set -euo pipefail
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
packages=(daft==0.7.26 ray==2.59.0 pyarrow==25.0.1)
if command -v uv >/dev/null; then
  uv venv -q venv
  uv pip install -q -p venv/bin/python "${packages[@]}"
else
  python3 -m venv venv
  venv/bin/pip install -q "${packages[@]}"
fi
export DO_NOT_TRACK=1 DAFT_PROGRESS_BAR=0

cat >program.py <<'PYTHON'
import glob
import os
import sys
import uuid

import daft
from daft import DataType, col

runner = sys.argv[1]
folder = os.path.abspath(f"calls-{runner}")
os.mkdir(folder)


def note(name, rows):
    open(f"{folder}/{name}-{rows}-{uuid.uuid4().hex}", "w").close()


@daft.func.batch(return_dtype=DataType.int64())
def plain(values):
    note("plain", len(values))
    return values


@daft.cls(max_concurrency=2)
class Pool:
    @daft.method.batch(return_dtype=DataType.int64())
    def run(self, values):
        note("pool", len(values))
        return values


if runner == "ray":
    import ray

    ray.init(num_cpus=3, include_dashboard=False, log_to_driver=False, logging_level="ERROR")
    daft.set_runner_ray(noop_if_initialized=True)
else:
    daft.set_runner_native()
daft.set_execution_config(enable_dynamic_batching=True)
for udf in (plain, Pool().run):
    daft.range(20_000).with_column("y", udf(col("id"))).collect()
seen = {}
for name in ("plain", "pool"):
    rows = sorted(int(path.split("-")[-2]) for path in glob.glob(f"{folder}/{name}-*"))
    seen[name] = (len(rows), rows[-1])
print(runner, {name: f"{calls} calls, at most {most} rows" for name, (calls, most) in seen.items()})
alone = seen["pool"] == (1, 20_000)
if seen["plain"][1] >= 1_000 or alone != (runner == "ray"):
    raise SystemExit("This has changed: only a pool on Ray got all rows in one call")
PYTHON
venv/bin/python program.py native
venv/bin/python program.py ray
