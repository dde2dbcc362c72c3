#!/usr/bin/env bash
# Daft 0.7.26: a UDF reads the new values of a column that the same select replaces.
#
# Guess: all expressions of a select or with_columns read the columns as they were before, as in SQL.
# Seen (2026-11-28, native runner; the same on Ray), x = [1, 2], y is a UDF that returns its x:
#   select(x * 2, same(x) as y)              y = [2, 4]
#   with_columns(x = x * 2, y = same(x))     y = [2, 4]
#   select(same(x) as y, x * 2)              y = [2, 4]   in either order
#   select(x * 2 as z, same(x) as y)         y = [1, 2]   under another name nothing is replaced
#   select(x * 2, x + 0 as y)                y = [1, 2]   an expression without a UDF reads the old x
# What helps: replace the column in a step of its own, after all that read it.
set -euo pipefail
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
packages=("daft==0.7.26" pyarrow==25.0.1)
if command -v uv >/dev/null; then
  uv venv -q venv
  uv pip install -q -p venv/bin/python "${packages[@]}"
else
  python3 -m venv venv
  venv/bin/pip install -q "${packages[@]}"
fi
export DO_NOT_TRACK=1 DAFT_PROGRESS_BAR=0

cat >replaced.py <<'PYTHON'
import daft
from daft import col

daft.set_runner_native()


@daft.func
def same(x: float) -> float:
    return x


def frame():
    return daft.from_pydict({"x": [1.0, 2.0]})


x, y = col("x"), same(col("x")).alias("y")
seen = {
    "select(x * 2, same(x) as y)": frame().select(x * 2, y),
    "with_columns(x = x * 2, y = same(x))": frame().with_columns({"x": x * 2, "y": y}),
    "select(same(x) as y, x * 2)": frame().select(y, x * 2),
    "select(x * 2 as z, same(x) as y)": frame().select((x * 2).alias("z"), y),
    "select(x * 2, x + 0 as y)": frame().select(x * 2, (x + 0).alias("y")),
}
found = {written: df.to_pydict()["y"] for written, df in seen.items()}
for written, values in found.items():
    print(f"{written:<40} y = {values}")
assert list(found.values()) == [[2.0, 4.0]] * 3 + [[1.0, 2.0]] * 2, found
PYTHON

echo "daft $(venv/bin/python -c 'import daft; print(daft.__version__)')"
if venv/bin/python replaced.py 2>/dev/null; then
  echo "as described"
else
  echo "this has changed" >&2
  exit 1
fi
