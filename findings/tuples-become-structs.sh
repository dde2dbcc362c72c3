#!/usr/bin/env bash
# Daft 0.7.26: tuples in from_pydict and from_pylist become structs with fields _0, _1, where lists become lists.
#
# Guess: a tuple is a sequence, so (1, 2) makes a list column, as in pyarrow and polars; sets too, if anything.
# Seen (2026-11-30), native runner:
#   values            Daft                                     pyarrow
#   (1, 2)            Struct[_0: Int64, _1: Int64]             list<int64>
#   [1, 2]            List[Int64]                              list<int64>
#   (1, 2), (3,)      Struct, and _1 of the second is null     list<int64>
#   {1, 2}            Python, an object                        list<int64>
# Why: a tuple is taken as a record. So explode, list functions and UDFs that want a list fail on boxes such as
#   (x, y, w, h), or a shorter tuple is filled up with null; to_pydict gives dicts back.
# What helps: list(value), or a pyarrow schema.
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
import pyarrow as pa
from daft import DataType, col

VALUES = {"tuple": [(1, 2)], "list": [[1, 2]], "shorter": [(1, 2), (3,)], "set": [{1, 2}]}
seen = {}
for name, values in VALUES.items():
    frame = daft.from_pydict({"a": values})
    seen[name] = (str(frame.schema()["a"].dtype), frame.to_pydict()["a"], str(pa.array(values).type))
try:
    daft.from_pydict({"a": VALUES["tuple"]}).explode("a").collect()
    seen["explode"] = "works"
except Exception as error:
    seen["explode"] = type(error).__name__
expected = {
    "tuple": ("Struct[_0: Int64, _1: Int64]", [{"_0": 1, "_1": 2}], "list<item: int64>"),
    "list": ("List[Int64]", [[1, 2]], "list<item: int64>"),
    "shorter": (
        "Struct[_0: Int64, _1: Int64]",
        [{"_0": 1, "_1": 2}, {"_0": 3, "_1": None}],
        "list<item: int64>",
    ),
    "set": ("Python", [{1, 2}], "list<item: int64>"),
    "explode": "DaftCoreException",
}
print(seen)
if seen != expected:
    raise SystemExit(f"This has changed: it was {expected}")
PYTHON
venv/bin/python program.py
