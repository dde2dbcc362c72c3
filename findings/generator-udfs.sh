#!/usr/bin/env bash
# Daft 0.7.26: a generator as a batch UDF gets single rows, and one that yields nothing still makes a row.
#
# Guess: a generator in @daft.func.batch(batch_size=50) is called with a Series of 50 rows, or refused.
#   A generator UDF that yields nothing for a row removes that row, as flatMap does.
# Seen (2026-11-28):
#   batch UDF, batch_size=50, 100 rows, with yield      100 calls, each with an int
#   the same with return                                2 calls, each with a Series
#   row-wise, yields 0, 2 and 0 values for 3 rows       4 rows, two of them null
#   explode of [], [1, 2] and None                      4 rows; with ignore_empty_and_null=True 2
# Why: one "yield" turns the function into a row-wise one, and batch_size is dropped without a word; a
#   model then sees one row at a time. The second is SQL's outer explode: a filter written as
#   a generator lets null rows through.
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
from collections.abc import Iterator

import daft
from daft import DataType, col

calls = []


@daft.func.batch(return_dtype=DataType.int64(), batch_size=50)
def yielding(rows):
    calls.append(type(rows).__name__)
    yield rows


@daft.func.batch(return_dtype=DataType.int64(), batch_size=50)
def returning(rows):
    calls.append(type(rows).__name__)
    return rows


@daft.func
def count_up(n: int) -> Iterator[int]:
    yield from range(n)


def calls_of(udf):
    calls.clear()
    daft.range(100).select(udf(col("id"))).collect()
    return len(calls), sorted(set(calls))


lists = daft.from_pydict({"n": [0, 2, 0], "x": [[], [1, 2], None]})
seen = {
    "yield": calls_of(yielding),
    "return": calls_of(returning),
    "row-wise": lists.select(count_up(col("n")).alias("y")).to_pydict()["y"],
    "explode": lists.explode("x").count_rows(),
    "explode, inner": lists.explode("x", ignore_empty_and_null=True).count_rows(),
}
print(seen)
expected = {
    "yield": (100, ["int"]),
    "return": (2, ["Series"]),
    "row-wise": [None, 0, 1, None],
    "explode": 4,
    "explode, inner": 2,
}
if seen != expected:
    raise SystemExit(f"This has changed: it was {expected}")
PYTHON
venv/bin/python program.py
