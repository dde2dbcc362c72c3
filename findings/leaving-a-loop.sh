#!/usr/bin/env bash
# Daft 0.7.26, native runner: leaving "for row in df.iter_rows()" early waits until the whole plan has run.
#
# Guess: rows are made as they are asked for. With results_buffer_size=1 "Daft will not run any more work
#   until some partition is consumed" (docstring), so after a break little has run and nothing goes on.
# Seen (2026-11-28), 6,000 rows in pieces of 100, a UDF that sleeps 1 ms a row:
#   first row                    after 0.1 s, with 200 rows run
#   break, then the next line    3.3 s later, with all 6,000 rows run
#   no break, other work         some seconds later all 6,000 rows have run, and one was read
#   limit(1) instead             400 rows, 0.2 s
# Why: dropping the iterator joins the run. Looking at one row of a paid service costs all of them; in a
#   notebook the cell hangs after its output is there. iter_partitions and to_arrow_iter are alike.
# What helps: df.limit(n).iter_rows().
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
import time

import daft
from daft import col

ROWS = 6_000
run = 0


@daft.func
def slow(x: int) -> int:
    global run
    time.sleep(0.001)
    run += 1
    return x


def plan():
    global run
    run = 0
    return daft.range(ROWS).into_batches(100).with_column("y", slow(col("id")))


plan().where(col("y") >= 0).limit(1).collect()
seen = {"run for limit(1)": run}
time.sleep(1)  # Pieces in flight end.

start = time.perf_counter()
for _ in plan().iter_rows(results_buffer_size=1):
    first, run_at_first = time.perf_counter(), run
    break
left = time.perf_counter()
seen |= {"run at the first row": run_at_first, "run after the break": run}
print(f"first row {first - start:.2f} s, break {left - first:.2f} s")

rows = plan().iter_rows(results_buffer_size=1)
next(rows)
for _ in range(60):
    time.sleep(1)
    if run == ROWS:
        break
seen["run while idle"] = run
del rows

print(seen)
if not (seen["run at the first row"] < ROWS / 2 and seen["run for limit(1)"] < ROWS / 2):
    raise SystemExit("This has changed: the first row and limit(1) needed a part of the rows")
if not seen["run after the break"] == seen["run while idle"] == ROWS:
    raise SystemExit("This has changed: all rows ran, whether the loop was left or idle")
PYTHON
venv/bin/python program.py
