#!/usr/bin/env bash
# Daft 0.7.26, Ray 2.59.0: the batch_size of a UDF behind a limit decides which files' rows the limit takes.
#
# Guess: limit(1000) takes the rows of the first file, or of whichever file comes first, if that has 1,000 rows.
# Seen (2026-11-30), eight files of 2,000 rows on Ray with eight CPUs, a UDF behind limit(1000):
#   no batch_size, or from memory   all 1,000 rows of one file
#   batch_size=500                  of two files
#   batch_size=10                   of eight files, about 125 rows each
#   natively, batch_size=10         of one file
# Why: all tasks start at once, and each asks for rows whenever it has some. A reader of Parquet hands on batches
#   of the UDF's batch_size, and so the tasks share the limit. Without one, the first to ask gets all.
# What helps: sort first if it matters which rows; the number is right in any case.
set -euo pipefail
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
packages=(daft==0.7.26 pyarrow==25.0.1 ray==2.59.0)
if command -v uv >/dev/null; then
  uv venv -q venv
  uv pip install -q -p venv/bin/python "${packages[@]}"
else
  python3 -m venv venv
  venv/bin/pip install -q "${packages[@]}"
fi
export DO_NOT_TRACK=1 DAFT_PROGRESS_BAR=0 RAY_ENABLE_WINDOWS_OR_OSX_CLUSTER=0

cat >program.py <<'PYTHON'
import sys
import time
from pathlib import Path

import daft
import pyarrow as pa
from daft import DataType, col
from pyarrow import parquet

runner, expected = sys.argv[1], sys.argv[2]
if runner == "ray":
    import ray

    ray.init(address="local", num_cpus=8, include_dashboard=False, log_to_driver=False, logging_level="ERROR")
    daft.set_runner_ray(noop_if_initialized=True)
else:
    daft.set_runner_native()
folder = Path.cwd() / "files"
folder.mkdir(exist_ok=True)
for file in range(8):
    parquet.write_table(pa.table({"id": range(file * 2000, file * 2000 + 2000)}), folder / f"{file}.parquet")


def files(batch_size):
    """How many files the 1,000 rows of a limit are from."""

    @daft.func.batch(return_dtype=DataType.int64(), batch_size=batch_size)
    def slow(ids):
        time.sleep(0.01)
        return ids

    df = daft.read_parquet(f"{folder}/*.parquet").limit(1000)
    ids = df.with_column("y", slow(col("id"))).to_pydict()["y"]
    assert len(ids) == 1000
    return len({number // 2000 for number in ids})


seen = {"none": files(None), "10": files(10)}
print(runner, seen)
as_expected = seen["none"] == 1 and (seen["10"] > 1) is (expected == "many")
if not as_expected:
    raise SystemExit(f"This has changed: it was 1, and {expected} with batch_size=10")
PYTHON
venv/bin/python program.py native one
venv/bin/python program.py ray many
