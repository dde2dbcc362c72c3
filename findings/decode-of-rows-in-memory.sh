#!/usr/bin/env bash
# Daft 0.7.26: the batch_size of a UDF bounds what a decode in front of it makes of a file, not of rows
# in memory.
#
# Guess: with batch_size=32, 32 decoded images are in memory at a time, wherever the bytes come from.
# Seen (2026-11-28, native runner, 2 CPUs), the peak of the process for 2,000 images of 270 kB decoded,
# 540 MB in all:
#   read_parquet                     1,704 MB    batch_size=32:   204 MB
#   from_arrow, the same table       1,763 MB    batch_size=32: 1,786 MB
# Why: a scan of a file reads as few rows at a time as the batch asks for. Rows in memory are one piece:
#   all of it is decoded, then cut. No call gets more than 32 images either way.
# What helps: into_batches(32) in front of the decode (297 MB).
set -euo pipefail
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
packages=("daft==0.7.26" pyarrow==25.0.1 numpy==2.4.6 pillow==12.3.0)
if command -v uv >/dev/null; then
  uv venv -q venv
  uv pip install -q -p venv/bin/python "${packages[@]}"
else
  python3 -m venv venv
  venv/bin/pip install -q "${packages[@]}"
fi
export DO_NOT_TRACK=1 DAFT_PROGRESS_BAR=0

cat >images.py <<'PYTHON'
import io

import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq
from PIL import Image

pixels = np.random.default_rng(0).integers(0, 255, (300, 300, 3), dtype=np.uint8)
encoded = io.BytesIO()
Image.fromarray(pixels).save(encoded, "JPEG", quality=20)
pq.write_table(pa.table({"bytes": [encoded.getvalue()] * 2000}), "images.parquet")
PYTHON

cat >peak.py <<'PYTHON'
import resource
import sys

import daft
import pyarrow.parquet as pq
from daft import DataType, col

source, batch_size = sys.argv[1], int(sys.argv[2]) or None
daft.set_runner_native()
calls = []


@daft.func.batch(return_dtype=DataType.int64(), batch_size=batch_size)
def count(images):
    calls.append(len(images))
    return [1] * len(images)


if source == "read_parquet":
    df = daft.read_parquet("images.parquet")
else:
    df = daft.from_arrow(pq.read_table("images.parquet"))
if len(sys.argv) > 3:
    df = df.into_batches(int(sys.argv[3]))
df.select(count(col("bytes").decode_image(mode="RGB"))).collect()
assert sum(calls) == 2000 and max(calls) <= (batch_size or 2000), calls
print(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024)
PYTHON

venv/bin/python images.py
peak() { venv/bin/python peak.py "$@" 2>/dev/null; }
file=$(peak read_parquet 0)
file_32=$(peak read_parquet 32)
memory=$(peak from_arrow 0)
memory_32=$(peak from_arrow 32)
cut_32=$(peak from_arrow 32 32)
echo "read_parquet: $file MB, with batch_size=32 $file_32 MB"
echo "from_arrow:   $memory MB, with batch_size=32 $memory_32 MB, into_batches(32) before it $cut_32 MB"
if ((file_32 * 2 < file && memory_32 * 10 > memory * 8 && cut_32 * 2 < memory)); then
  echo "as described"
else
  echo "this has changed" >&2
  exit 1
fi
