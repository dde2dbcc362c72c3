#!/usr/bin/env bash
# Daft 0.7.26: from_pydict and from_pylist turn numbers and text in one column into text, and bools into 1.
#
# Guess: values of several types raise, as they do in pyarrow, or stay Python objects, as they do in pandas.
# Seen (2026-11-30), native runner:
#   values                                       in Daft                        in pyarrow
#   1, "x", None, 2.0                            "1", "x", null, "2.0"          ArrowInvalid
#   True, 2                                      1, 2                           ArrowInvalid
#   2**53 + 1, 0.5                               9007199254740992.0, 0.5        ArrowInvalid
#   a date, a time on a day                      both times                     both dates
#   b"\xff", "x"                                 both as they are, objects      b"\xff", b"x"
# Why: Daft looks for a type that all values can be cast to, and text takes all. Only where there is none, it keeps
#   Python objects. So one "n/a" in a column of numbers makes sums fail, and one 0.5 changes large ids.
# What helps: a pyarrow table with a schema, and from_arrow.
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
import datetime

import daft
import pyarrow as pa

DAY = datetime.date(2026, 1, 1)
TIME = datetime.datetime(2026, 1, 1, 5)
MIXED = {
    "text": [1, "x", None, 2.0],
    "bool": [True, 2],
    "large": [2**53 + 1, 0.5],
    "days": [DAY, TIME],
    "bytes": [b"\xff", "x"],
}


def in_arrow(values):
    try:
        return pa.array(values).to_pylist()
    except Exception as error:
        return type(error).__name__


in_daft = {name: daft.from_pydict({"a": values}).to_pydict()["a"] for name, values in MIXED.items()}
by_rows = daft.from_pylist([{"a": value} for value in MIXED["text"]]).to_pydict()["a"]
seen = {name: (str(values), in_arrow(MIXED[name])) for name, values in in_daft.items()}
seen["rows"] = by_rows
expected = {
    "text": ("['1', 'x', None, '2.0']", "ArrowInvalid"),
    "bool": ("[1, 2]", "ArrowInvalid"),
    "large": ("[9007199254740992.0, 0.5]", "ArrowInvalid"),
    "days": (str([datetime.datetime(2026, 1, 1), TIME]), [DAY, DAY]),
    "bytes": (str([b"\xff", "x"]), [b"\xff", b"x"]),
    "rows": ["1", "x", None, "2.0"],
}
print(seen)
if seen != expected:
    raise SystemExit(f"This has changed: it was {expected}")
PYTHON
venv/bin/python program.py
