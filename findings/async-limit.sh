#!/usr/bin/env bash
# Daft 0.7.26: max_concurrency of an async row-wise UDF doesn't bound how many calls run at once.
#
# Guess: @daft.func(max_concurrency=2) keeps at most two coroutines in flight ("the maximum number of
#   concurrent coroutines", says its docstring), so a service is asked two questions at a time.
# Seen (2026-11-28), calls in flight at once, each waiting 50 ms:
#   row-wise, max_concurrency=2, 200 rows                 200
#   row-wise, none, 200 rows                              200
#   row-wise, max_concurrency=2, pieces of 10 rows        30
#   method of @daft.cls(max_concurrency=2), 200 rows      200
#   batch UDF, batch_size=10, 50 batches: 50 without a limit, 3 with max_concurrency=2
# Why: the limit is on pieces of rows, and within a piece (up to 131,072 rows) all are started
#   together. Even batch UDFs have one more in flight than asked for.
# What helps: an asyncio.Semaphore in the function, or a batch UDF with its own loop.
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
import asyncio

import daft
from daft import DataType, col

now = most = 0


async def ask(x: int) -> int:
    global now, most
    now += 1
    most = max(most, now)
    await asyncio.sleep(0.05)
    now -= 1
    return x


@daft.cls(max_concurrency=2)
class Service:
    @daft.method
    async def ask(self, x: int) -> int:
        return await ask(x)


async def ask_many(rows):
    await ask(0)
    return rows


def at_once(rows, udf):
    global most
    most = 0
    daft.range(rows).select(udf(col("id"))).collect()
    return most


batch = daft.func.batch(batch_size=10, return_dtype=DataType.int64())
limited_batch = daft.func.batch(batch_size=10, return_dtype=DataType.int64(), max_concurrency=2)
most = 0
daft.range(1000).into_batches(10).select(daft.func(max_concurrency=2)(ask)(col("id"))).collect()
pieces = most
seen = {
    "function": at_once(200, daft.func(max_concurrency=2)(ask)),
    "function, pieces of 10": pieces,
    "function, no limit": at_once(200, daft.func(ask)),
    "method": at_once(200, Service().ask),
    "batch, no limit": at_once(500, batch(ask_many)),
    "batch": at_once(500, limited_batch(ask_many)),
}
print(seen)
if [seen["function"], seen["function, no limit"], seen["method"]] != [200, 200, 200]:
    raise SystemExit("This has changed: row-wise calls were not held back (200 of 200 at once)")
if not seen["batch"] < 10 < seen["batch, no limit"]:
    raise SystemExit("This has changed: batches were held back (3 at once, and 50 without a limit)")
PYTHON
venv/bin/python program.py
