#!/usr/bin/env bash
# Daft 0.7.26: gzip in front of a CSV file, or brackets around JSON, decide how many processes work.
#
# Guess: a file of text reaches a UDF in the same pieces, however it is packed.
# Seen (2026-11-28, native runner), a pool of four processes without batch_size:
#   docs.csv, 20 MB of 40,000 rows       5 calls of about 8,280 rows, 4 processes
#   docs.csv.gz, the same text           1 call of 40,000 rows, 1 process
#   docs.jsonl, 5,000 rows of 80 bytes   4 calls of about 1,250 rows, 4 processes
#   docs.json, the same as an array      1 call of 5,000 rows, 1 process
# Why: Daft reads 4 MiB of CSV and 128 KiB of JSON lines at a time. What can't be cut at a line is one
#   piece, up to 131,072 rows.
set -euo pipefail
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
packages=("daft==0.7.26" pyarrow==25.0.1)
if command -v uv >/dev/null; then
  uv venv -q venv
  uv pip install -q -p venv/bin/python "${packages[@]}"
else
  python3 -m venv venv
  venv/bin/pip install -q "${packages[@]}"
fi
export DO_NOT_TRACK=1 DAFT_PROGRESS_BAR=0

cat >pieces.py <<'PYTHON'
import gzip
import json
import os
from pathlib import Path

import daft
from daft import DataType, col

daft.set_runner_native()
rows = "id,text\n" + "".join(f"{n},{'x' * 500}\n" for n in range(40_000))
Path("docs.csv").write_text(rows)
Path("docs.csv.gz").write_bytes(gzip.compress(rows.encode(), 1))
objects = [{"id": n, "text": "x" * 80} for n in range(5_000)]
Path("docs.jsonl").write_text("".join(json.dumps(each) + "\n" for each in objects))
Path("docs.json").write_text(json.dumps(objects))


@daft.cls(max_concurrency=4)
class Count:
    @daft.method.batch(return_dtype=DataType.int64())
    def __call__(self, texts):
        with open("calls", "a") as calls:
            calls.write(f"{os.getpid()} {len(texts)}\n")
        return [1] * len(texts)


def seen(df):
    Path("calls").write_text("")
    df.select(Count()(col("text"))).collect()
    calls = [line.split() for line in Path("calls").read_text().splitlines()]
    return len(calls), len({process for process, _ in calls}), sum(int(each) for _, each in calls)


for name, read in (
    ("docs.csv", daft.read_csv),
    ("docs.csv.gz", daft.read_csv),
    ("docs.jsonl", daft.read_json),
    ("docs.json", daft.read_json),
):
    calls, processes, total = seen(read(name))
    print(f"{name}: {calls} calls, {processes} processes, {total} rows")
    packed = name in {"docs.csv.gz", "docs.json"}
    assert (calls == 1) if packed else (calls >= 4 and processes >= 2), name
PYTHON

echo "daft $(venv/bin/python -c 'import daft; print(daft.__version__)')"
if venv/bin/python pieces.py 2>/dev/null; then
  echo "as described"
else
  echo "this has changed" >&2
  exit 1
fi
