#!/usr/bin/env bash
# Daft 0.7.26: random_int with a seed gives the same numbers again in each batch of rows.
#
# Guess: a seed makes a run repeatable. The rows still get numbers of their own, as with rand(seed) of Spark.
# Seen (2026-11-29, native runner), random_int(0, 10**9) for 1,000 rows:
#   without a seed                           1,000 numbers
#   seed=7                                   1,000 numbers
#   seed=7 behind into_batches(50)           about 50 numbers, each about 20 times
#   seed=7, 20 files of 50 rows              50 numbers
# Why: each batch starts the generator anew with the seed. So "random_int(0, 100) < 20" as a test set takes the
#   same positions of each file or batch, and ids or shuffle keys made so collide.
# What helps: no seed, or a hash of a key with a seed: hash(col("id"), seed=7) % 100.
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
from pathlib import Path

import daft
import pyarrow as pa
import pyarrow.parquet as pq
from daft import col
from daft.functions import hash, random_int

daft.set_runner_native()
Path("files").mkdir()
for number in range(20):
    ids = list(range(50 * number, 50 * number + 50))
    pq.write_table(pa.table({"id": ids}), f"files/{number}.parquet")


def distinct(df, expression):
    return len(set(df.select(expression.alias("r")).to_pydict()["r"]))


rows = daft.range(1000)
files = daft.read_parquet("files/*.parquet")
seeded = random_int(0, 10**9, seed=7)
seen = {
    "no seed": distinct(rows.into_batches(50), random_int(0, 10**9)),
    "seed": distinct(rows, seeded),
    "seed, batches": distinct(rows.into_batches(50), seeded),
    "seed, files": distinct(files, seeded),
    "hash, files": distinct(files, hash(col("id"), seed=7)),
}
print(seen)
assert seen["no seed"] > 990 and seen["seed"] > 990 and seen["hash, files"] == 1000
assert seen["seed, batches"] < 100 and seen["seed, files"] == 50, seen
PYTHON
venv/bin/python program.py
