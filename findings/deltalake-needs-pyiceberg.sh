#!/usr/bin/env bash
# Daft 0.7.26: daft[deltalake] is enough to read Delta tables and not to write them: it lacks pyiceberg.
#
# Guess: the extra "deltalake" brings what read_deltalake and write_deltalake need; if one of them works,
#   so does the other.
# Seen (2026-11-28), in a fresh environment with the extra only:
#   read_deltalake       1 row
#   write_deltalake      ModuleNotFoundError: No module named 'pyiceberg', after the plan has run
#   both, once pyiceberg 0.12.0 is there
# Why: the module with the file writers of Delta imports that of Iceberg at its top. Who develops with all
#   extras never sees it; the slim image of the cluster does, and not at import, but when a UDF in front
#   has already been called.
set -euo pipefail
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
packages=("daft[deltalake]==0.7.26" deltalake==1.6.6 pyarrow==25.0.1)
if command -v uv >/dev/null; then
  uv venv -q venv
  uv pip install -q -p venv/bin/python "${packages[@]}"
else
  python3 -m venv venv
  venv/bin/pip install -q "${packages[@]}"
fi
export DO_NOT_TRACK=1 DAFT_PROGRESS_BAR=0

cat >program.py <<'PYTHON'
import sys
import time

import daft
import deltalake
import pyarrow as pa
from daft import col

expected = {"read": 1, "write": sys.argv[1], "UDF calls": 1}
calls = []


@daft.func
def costly(x: int) -> int:
    calls.append(x)
    return x


seen = {}
try:
    daft.from_pydict({"x": [1]}).with_column("y", costly(col("x"))).write_deltalake("by-daft")
    seen["write"] = "written"
except ModuleNotFoundError as error:
    seen["write"] = error.name
seen["UDF calls"] = len(calls)
time.sleep(1)  # Threads of the failed run end.
deltalake.write_deltalake("by-others", pa.table({"x": [1]}), mode="overwrite")
seen["read"] = daft.read_deltalake("by-others").count_rows()
print(seen)
if seen != expected:
    raise SystemExit(f"This has changed: it was {expected}")
PYTHON
venv/bin/python program.py pyiceberg
if command -v uv >/dev/null; then
  uv pip install -q -p venv/bin/python pyiceberg==0.12.0
else
  venv/bin/pip install -q pyiceberg==0.12.0
fi
venv/bin/python program.py written
