#!/usr/bin/env bash
# Daft 0.7.26 and Ray 2.59.0: a UDF used as a key runs several times a row, most of all in a join.
#
# Guess: a key is computed once for each row, then rows are moved by it: 800 calls for a sort of 800
#   rows, 1,600 for a join of two frames.
# Seen (2026-11-28), 8 partitions of 100 rows, rows that went through the UDF:
#                      Ray       native runner
#   sort               1,760     800
#   groupby            1,000     900 to 1,600
#   distinct           5,600     2,400
#   join, both sides   8,800     3,200
#   a column first, then sort by it: 800 and 800
# Why: each step that needs the key computes it anew. A model that scores rows is paid up to 5.5 times, and
#   a UDF that isn't deterministic can give each step another key.
# What helps: with_column first, then sort or join by that column.
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
import sys

import daft
import ray
from daft import DataType, col, lit
from daft.functions import count

on_ray = sys.argv[1] == "ray"
if on_ray:
    ray.init(num_cpus=4, include_dashboard=False, logging_level="ERROR", log_to_driver=False)
    daft.set_runner_ray(noop_if_initialized=True)

    @ray.remote(num_cpus=0)
    class Counter:
        rows = 0

        def add(self, rows):
            self.rows += rows

        def take(self):
            rows, self.rows = self.rows, 0
            return rows

    counter = Counter.remote()

    def add(rows):
        ray.get(counter.add.remote(rows))

    def take():
        return ray.get(counter.take.remote())

else:
    daft.set_runner_native()
    passed = []
    add = passed.append

    def take():
        rows = sum(passed)
        passed.clear()
        return rows


@daft.func.batch(return_dtype=DataType.int64())
def score(rows):
    add(len(rows))
    return rows


def frame():
    return daft.range(800, partitions=8)


key = score(col("id"))
plans = {
    "sort": frame().sort(key),
    "groupby": frame().groupby(key % 5).agg(count(lit(1)).alias("n")),
    "distinct": frame().distinct(key),
    "join": frame().join(frame(), left_on=key, right_on=key),
    "column first": frame().with_column("k", key).sort("k"),
}
seen = {}
for name, plan in plans.items():
    plan.collect()
    seen[name] = take()
print(sys.argv[1], seen)
if seen["column first"] != 800:
    raise SystemExit("This has changed: a key that is a column was computed once a row")
if on_ray and not (seen["sort"] > 1200 and seen["distinct"] > 1200 and seen["join"] > 4000):
    raise SystemExit("This has changed: it was 1,760 (sort), 5,600 (distinct), 8,800 (join)")
if not on_ray and not (seen["distinct"] > 1200 and seen["join"] > 2400):
    raise SystemExit("This has changed: it was 2,400 (distinct), 3,200 (join)")
PYTHON
venv/bin/python program.py native
venv/bin/python program.py ray
