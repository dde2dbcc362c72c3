#!/usr/bin/env bash
# Daft 0.7.26: a batch UDF that returns one value gives it to every row of its batch.
#
# Guess: a batch UDF returns as many values as it was given, and any other count raises.
# Seen (2026-11-28), 3 rows, then 10 rows in batches of 4:
#   returns [mean]           every row of a batch has that mean: 1.5 1.5 1.5 1.5 5.5 5.5 5.5 5.5 8.5 8.5
#   returns 2 values of 3    ValueError, as guessed
# Why: a value of length one counts as a constant. A UDF that sums up by mistake, or keeps only its
#   first row, passes; and since batches are cut by the engine, the numbers change with batch_size,
#   with the file format and with the runner.
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
import daft
from daft import DataType, col


@daft.func.batch(return_dtype=DataType.float64(), batch_size=4)
def mean(rows):
    values = rows.to_pylist()
    return [sum(values) / len(values)]


@daft.func.batch(return_dtype=DataType.int64())
def two(rows):
    return [1, 2]


seen = {"one": daft.range(10).select(mean(col("id"))).to_pydict()["id"]}
try:
    seen["two"] = daft.range(3).select(col("id"), two(col("id")).alias("x")).to_pydict()
except Exception as error:
    seen["two"] = "ValueError" if "ValueError" in str(error) else str(error)
print(seen)
expected = {"one": [1.5] * 4 + [5.5] * 4 + [8.5] * 2, "two": "ValueError"}
if seen != expected:
    raise SystemExit(f"This has changed: it was {expected}")
PYTHON
venv/bin/python program.py
