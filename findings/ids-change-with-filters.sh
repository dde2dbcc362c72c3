#!/usr/bin/env bash
# Daft 0.7.26: the ids of monotonically_increasing_id depend on filters behind them and on the run.
#
# Guess: a row's id is fixed where the column is added, as by any with_column. A filter behind it only keeps
#   fewer ids. Two runs over the same files give the same ids, as their positions are the same.
# Seen (2026-11-29, native runner), ten rows numbered, then split by a filter into two fives:
#   all ten              0 1 2 3 4 5 6 7 8 9
#   where(k == "x")      0 1 2 3 4      the rows 0 2 4 6 8
#   where(k == "y")      0 1 2 3 4      the rows 1 3 5 7 9: all ids twice
#   where(k == "y") after a collect()   1 3 5 7 9
#   where(id >= 5 and k == "y")         no row, in place of 5, 7 and 9
#   Twelve files of two rows, numbered, then sorted, 8 runs: 8 numberings.
# Why: the filter is pushed below the step that counts. So a train and a test set, or a join back by id,
#   pair rows that have nothing to do with each other. Whether a frame was shown before decides.
# What helps: row_number() over a window ordered by a key (2 4 6 8 10), hash of a key, or a collect() first.
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
from daft import Window, col
from daft.functions import monotonically_increasing_id, row_number

daft.set_runner_native()
IDS = monotonically_increasing_id()


def rows(ids=IDS):
    df = daft.from_pydict({"a": list(range(10)), "k": ["x", "y"] * 5})
    return df.with_column("id", ids)


def ids(df):
    return df.sort("a").to_pydict()["id"]


x, y = col("k") == "x", col("k") == "y"
seen = {
    "all": ids(rows()),
    "x": ids(rows().where(x)),
    "y": ids(rows().where(y)),
    "y, collected": ids(rows().collect().where(y)),
    "y from 5 on": ids(rows().where((col("id") >= 5) & y)),
    "y, row_number": ids(rows(row_number().over(Window().order_by("a"))).where(y)),
}
Path("files").mkdir()
for number in range(12):
    pq.write_table(pa.table({"a": [2 * number, 2 * number + 1]}), f"files/{number}.parquet")
runs = {tuple(ids(daft.read_parquet("files/*").with_column("id", IDS))) for _ in range(8)}
print(len(runs), "numberings in 8 runs")
seen["several numberings"] = len(runs) > 1
expected = {
    "all": [0, 1, 2, 3, 4, 5, 6, 7, 8, 9],
    "x": [0, 1, 2, 3, 4],
    "y": [0, 1, 2, 3, 4],
    "y, collected": [1, 3, 5, 7, 9],
    "y from 5 on": [],
    "y, row_number": [2, 4, 6, 8, 10],
    "several numberings": True,
}
print(seen)
if seen != expected:
    raise SystemExit(f"This has changed: it was {expected}")
PYTHON
venv/bin/python program.py
