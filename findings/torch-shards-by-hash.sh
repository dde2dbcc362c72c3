#!/usr/bin/env bash
# Daft 0.7.26 and torch 2.13.0: shards of files for ranks aren't even, and a source without files has none.
#
# Guess: to_torch_iter_dataset(shard_strategy="file", world_size=4, rank=r) gives each of four ranks two of eight
#   files of 250 rows; daft.range has no files, so it raises, or each rank gets all rows.
# Seen (2026-11-30): a hash of a file's path decides. Twelve folders gave ranks 0 to 5 files each, such as
#   [1250, 500, 250, 0] rows, next to none of them two files for each. Of daft.range no rank gets a row, and nothing
#   is said. Rows in memory raise: "Sharding is not supported for in-memory sources".
# What it costs: training by DistributedDataParallel waits for the rank with fewer batches.
# What helps: give each rank its own list of files, daft.read_parquet(files[rank::world_size]).
# The usual torch of PyPI takes some gigabytes; a build for CPUs does as well.
set -euo pipefail
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
packages=(daft==0.7.26 torch==2.13.0 numpy==2.4.0)
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

daft.set_runner_native()
RANKS = range(4)


def rows_of_ranks(frame):
    shards = [frame.to_torch_iter_dataset(shard_strategy="file", world_size=4, rank=r) for r in RANKS]
    return [sum(1 for _ in shard) for shard in shards]


dealt = []
for number in range(12):
    folder = f"folder{number}"
    for start in range(0, 2_000, 250):
        daft.range(start, start + 250).write_parquet(folder)
    dealt.append(rows_of_ranks(daft.read_parquet(f"{folder}/*.parquet")))
    print(dealt[-1])
without_files = rows_of_ranks(daft.range(1_000, partitions=4))
print("daft.range:", without_files)
is_complete = all(sum(rows) == 2_000 for rows in dealt)
if not is_complete or all(rows == [500] * 4 for rows in dealt) or without_files != [0] * 4:
    raise SystemExit("This has changed: most folders gave ranks other numbers of rows, daft.range none")
PYTHON
venv/bin/python program.py
