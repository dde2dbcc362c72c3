#!/usr/bin/env bash
# Daft 0.7.26: one failing row of an async row-wise UDF takes all rows of its piece with it.
#
# Guess: on_error="ignore" makes the failing row null, and max_retries=2 calls that row again, for async
#   functions as for others; a row is a row.
# Seen (2026-11-28), 10,000 rows, of which one raises:
#                                      rows that are null    calls
#   def, on_error="ignore"             1                     10,000
#   async def, on_error="ignore"       10,000                10,000
#   def, max_retries=2                 1                     10,002
#   async def, max_retries=2           10,000                30,000
# Why: an async UDF awaits its rows as one piece (up to 131,072 rows), and the piece fails or is run again as
#   a whole. Retries are meant for services that fail now and then: each answer that was right is paid
#   for three times, and is then thrown away.
# What helps: try and except in the function.
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
from daft import col

ROWS = 10_000
calls = 0


def answer(x):
    global calls
    calls += 1
    if x == 3:
        raise ConnectionError(x)
    return x


def udf(is_async, **options):
    if is_async:

        @daft.func(on_error="ignore", **options)
        async def ask(x: int) -> int:
            return answer(x)

    else:

        @daft.func(on_error="ignore", **options)
        def ask(x: int) -> int:
            return answer(x)

    return ask


seen = {}
for options in ({}, {"max_retries": 2}):
    for is_async in (False, True):
        calls = 0
        ask = udf(is_async, **options)
        values = daft.range(ROWS).select(ask(col("id"))).to_pydict()["id"]
        name = ("async def" if is_async else "def") + (", 2 retries" if options else "")
        seen[name] = (values.count(None), calls)
        print(f"{name}: {seen[name][0]} null rows, {calls} calls")
expected = {
    "def": (1, ROWS),
    "async def": (ROWS, ROWS),
    "def, 2 retries": (1, ROWS + 2),
    "async def, 2 retries": (ROWS, 3 * ROWS),
}
if seen != expected:
    raise SystemExit(f"This has changed: it was {expected}")
PYTHON
venv/bin/python program.py
