#!/usr/bin/env bash
# Daft 0.7.26: behind read_json of JSON lines, batch_size counts bytes, not rows.
#
# Guess: batch_size=100 hands a batch UDF 100 rows at a time, whatever the rows were read from.
# Seen (2026-11-29, native runner), 2,500 rows of about 44 bytes, a UDF with batch_size=100:
#   docs.parquet, docs.csv, docs.json (an array)    25 calls of 100 rows
#   docs.jsonl                                      850 calls of at most 3 rows
#   docs.jsonl, batch_size=1000                     111 calls of at most 24 rows
#   docs.jsonl without a batch_size                 1 call of 2,500 rows
#   docs.jsonl behind a collect                     25 calls of 100 rows
# Why: the reader is asked for pieces of 100 rows, and takes that for 100 bytes of text. It keeps whole
#   lines, so each piece has one row at least, and no call joins two pieces.
# What helps: a collect in between where the rows fit into memory; Parquet.
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
export DO_NOT_TRACK=1 DAFT_PROGRESS_BAR=0 DAFT_RUNNER=native

cat >program.py <<'PYTHON'
import json
from pathlib import Path

import daft
from daft import DataType, col

ROWS = 2_500
objects = [{"id": number, "text": "x" * 20} for number in range(ROWS)]
Path("docs.jsonl").write_text("".join(json.dumps(each) + "\n" for each in objects))
Path("docs.json").write_text(json.dumps(objects))
frame = daft.from_pylist(objects)
frame.write_parquet("parquet")
frame.write_csv("csv")


def calls(frame, **options):
    seen = []

    @daft.func.batch(return_dtype=DataType.int64(), **options)
    def note(values):
        seen.append(len(values))
        return values

    frame.with_column("y", note(col("id"))).collect()
    return [rows for rows in seen if rows]


found = {
    "parquet": calls(daft.read_parquet("parquet"), batch_size=100),
    "csv": calls(daft.read_csv("csv"), batch_size=100),
    "array": calls(daft.read_json("docs.json"), batch_size=100),
    "lines": calls(daft.read_json("docs.jsonl"), batch_size=100),
    "lines, 1000": calls(daft.read_json("docs.jsonl"), batch_size=1000),
    "lines, unset": calls(daft.read_json("docs.jsonl")),
    "lines, collected": calls(daft.read_json("docs.jsonl").collect(), batch_size=100),
}
for name, rows in found.items():
    print(f"{name:17} {len(rows):4} calls of at most {max(rows):5,} rows")
whole = all(max(found[name]) == 100 for name in ("parquet", "csv", "array", "lines, collected"))
if not whole or max(found["lines"]) > 3 or max(found["lines, 1000"]) > 30:
    raise SystemExit("This has changed: only JSON lines were cut by bytes")
PYTHON
venv/bin/python program.py
