#!/usr/bin/env bash
# Daft 0.7.26: sample(fraction, seed) takes the same positions of every file, and at least one row each.
#
# Guess: sample(fraction=0.04) of 1,000 rows gives about 40, however the rows are cut into files, and
#   a seed makes the draw repeatable, not the same within each file.
# Seen (2026-11-28), 100 files that hold the numbers 0 to 9 each:
#   fraction=0.04            100 rows, not 40: one row of each file
#   fraction=0.2, seed=1     200 rows with two numbers only: position by position the same everywhere
#   fraction=0.2, no seed    200 rows, all ten numbers
#   size=40                  40 rows
#   range(400_000), fraction=0.001, seed=1: the same positions in each piece of 131,072 rows
# Why: each piece is sampled alone, with the seed as given, and its share is rounded up. Where a
#   position means something (files sorted by time, one row in ten a header, cameras in a fixed order)
#   the seeded sample is not random at all. On Ray pieces are partitions: the same (seen with 100
#   partitions of a row each and fraction=0.1: 100 rows).
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

import daft
import pyarrow as pa
import pyarrow.parquet as pq

os.mkdir("files")
for number in range(100):
    pq.write_table(pa.table({"x": range(10)}), f"files/{number:03d}.parquet")
df = daft.read_parquet("files/*.parquet")


def numbers(**how):
    return df.sample(**how).to_pydict()["x"]


seeded = numbers(fraction=0.2, seed=1)
piece = 131_072
drawn = daft.range(400_000).sample(fraction=0.001, seed=1).to_pydict()["id"]
positions = [{x % piece for x in drawn if x // piece == number} for number in range(3)]
seen = {
    "rows of 0.04": len(numbers(fraction=0.04)),
    "rows of 0.2, seeded": len(seeded),
    "numbers of 0.2, seeded": len(set(seeded)),
    "numbers of 0.2, without": len(set(numbers(fraction=0.2))),
    "rows of size 40": len(numbers(size=40)),
    "pieces alike": positions[0] == positions[1] == positions[2],
    "rows of a piece": len(positions[0]),
}
print(seen)
expected = {
    "rows of 0.04": 100,
    "rows of 0.2, seeded": 200,
    "numbers of 0.2, seeded": 2,
    "numbers of 0.2, without": 10,
    "rows of size 40": 40,
    "pieces alike": True,
    "rows of a piece": 132,
}
if seen != expected:
    raise SystemExit(f"This has changed: it was {expected}")
PYTHON
venv/bin/python program.py
