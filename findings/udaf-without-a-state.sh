#!/usr/bin/env bash
# Daft 0.7.26: a daft.udaf whose aggregate returns None for all groups of a partition ends the query.
#
# Guess: a state may be null, as the sum of no numbers is null in SQL.
# Seen (2026-11-30), native runner, a sum that returns None where a group has no numbers:
#   one group has numbers                                         3, null
#   no group has any                                              a panic: "expected child field: _state#Int64"
#   rows that a filter left none of, without a groupby            the same
#   with 0 in place of None                                       0
# Why: states that are all None become a column of the type Null, which isn't the type of the state.
# What helps: a state that is never None, and a None in `finalize` only: that gives null in all these cases.
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
export DO_NOT_TRACK=1 DAFT_PROGRESS_BAR=0 DAFT_RUNNER=native

cat >program.py <<'PYTHON'
import daft
from daft import DataType, col

INT = DataType.int64()


def summing(empty, end):
    """A sum: what its state is without numbers, and what that becomes in the end."""

    @daft.udaf(return_dtype=INT, state=INT)
    class Sum:
        def aggregate(self, values):
            numbers = [value for value in values.to_pylist() if value is not None]
            return sum(numbers) if numbers else empty

        def combine(self, states):
            numbers = [state for state in states.to_pylist() if state is not None]
            return sum(numbers) if numbers else empty

        def finalize(self, state):
            return end if state == empty else state

    return Sum()


def sums(rows, add, *keys):
    """The sums, by the order of their keys, or the error."""
    try:
        frame = rows.groupby(*keys).agg(add(col("x")).alias("y")) if keys else rows.agg(add(col("x")).alias("y"))
        return (frame.sort(keys[0]) if keys else frame).to_pydict()["y"]
    except Exception as error:
        return "panic" if "_state#Int64" in str(error) else str(error)


some = daft.from_pydict({"k": ["a", "a", "b"], "x": [1, 2, None]})
nulls = some.with_column("x", daft.lit(None).cast(INT))
none = some.where(col("x") > 100)
seen = {
    name: (sums(some, add, "k"), sums(nulls, add, "k"), sums(none, add))
    for name, add in {
        "None": summing(None, None),
        "0": summing(0, 0),
        "None at the end": summing(0, None),
    }.items()
}
expected = {
    "None": ([3, None], "panic", "panic"),
    "0": ([3, 0], [0, 0], [0]),
    "None at the end": ([3, None], [None, None], [None]),
}
print(seen)
if seen != expected:
    raise SystemExit(f"This has changed: it was {expected}")
PYTHON
venv/bin/python program.py 2>/dev/null
