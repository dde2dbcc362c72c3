#!/usr/bin/env bash
# Daft 0.7.26 on Ray: skip_existing holds two CPUs, and a pool of actors behind it waits for them in vain.
#
# Guess: skip_existing is a filter. A pool as large as the cluster starts behind it as it does without.
# Seen (2026-11-29), a Ray node of four CPUs, a pool of four actors of one CPU, 650 rows left of 800:
#   without skip_existing                four actors work
#   behind skip_existing                 Daft waits for the whole actor_udf_ready_timeout (120 s by
#                                        default, 40 s here), then two actors work
#   behind an anti join                  four actors work
# Why: it starts num_workers=4 actors of its own with cpus_per_worker=0.5, before the pool, and they live
#   as long as the query. On the native runner it raises "KeyFiltering is only supported on the Ray runner".
# What helps: a smaller pool, or a join with how="anti" on the keys that are done.
set -euo pipefail
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
packages=(daft==0.7.26 ray==2.59.0 pyarrow==25.0.1 numpy==2.4.6)
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
import time

import daft
import pyarrow
import ray
from daft import DataType, col
from pyarrow import parquet

folder = os.getcwd()
os.mkdir("done")
os.mkdir("calls")
parquet.write_table(pyarrow.table({"id": list(range(150))}), "done/a.parquet")


@daft.cls(max_concurrency=4)
class Pool:
    def __init__(self, name):
        self.name = name

    @daft.method.batch(return_dtype=DataType.int64(), batch_size=10)
    def run(self, values):
        open(f"{folder}/calls/{self.name}-{os.getpid()}", "w").close()
        time.sleep(0.05)
        return values


ray.init(num_cpus=4, include_dashboard=False, log_to_driver=False, logging_level="ERROR")
daft.set_runner_ray(noop_if_initialized=True)
daft.set_execution_config(actor_udf_ready_timeout=40)
rows = daft.range(800, partitions=8)
rows.collect()


def actors(frame, name):
    start = time.monotonic()
    frame.with_column("y", Pool(name).run(col("id"))).collect()
    print(f"{name}: {time.monotonic() - start:.0f} s")
    return len(glob.glob(f"calls/{name}-*"))


done = daft.read_parquet(f"{folder}/done")
undone = rows.skip_existing(f"{folder}/done", key_column="id", file_format="parquet")
seen = {
    "alone": actors(rows, "alone"),
    "behind an anti join": actors(rows.join(done, on="id", how="anti"), "join"),
    "behind skip_existing": actors(undone, "skip"),
}
print(seen)
expected = {"alone": 4, "behind an anti join": 4, "behind skip_existing": 2}
if seen != expected:
    raise SystemExit(f"This has changed: it was {expected}")
PYTHON
venv/bin/python program.py
