#!/usr/bin/env bash
# Daft 0.7.26: `pivot` gives nulls, or other columns than asked for, where a frame has these three columns
# alone, and not in the order group, pivot, value.
#
# Guess: pivot("shop", "kind", "sold", "sum") takes columns by their names, as `groupby` does.
# Seen (2026-11-30), natively, the same three rows; only the order of the columns differs:
#   shop, kind, sold    a: x 1, y 2; b: x 3         right
#   shop, sold, kind    a: nulls; b: nulls          no error, no warning
#   sold, shop, kind    rows x and y under `kind`, all null; the column `shop` is gone
#   sold, kind, shop    the texts of `shop` as values, under the numbers of `sold`
#   With `names=` it is the same. A fourth column, which nothing needs, makes all of them right.
#   On Ray, range(800) with `k` and `v` behind `id`, pivot("k", "v", "id", "sum") made 15 rows for 5 keys.
#   0.6.4, 0.7.0 and 0.7.16 give nulls for the second order too.
# Why: the plan holds places in the columns of the frame (group 0, pivot 2, value 1), and the step applies
#   them to the aggregated rows, whose columns are group, pivot, value. Where a column is left out, Daft
#   selects the others in that order first.
# What helps: .select("shop", "kind", "sold") in front of the pivot; or groupby(group, pivot).agg(...).
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

daft.set_runner_native()
DATA = {"shop": ["a", "a", "b"], "kind": ["x", "y", "x"], "sold": [1, 2, 3], "till": [7, 8, 9]}


def pivoted(*order, **options):
    frame = daft.from_pydict({name: DATA[name] for name in order})
    rows = frame.pivot("shop", "kind", "sold", "sum", **options).to_pylist()
    print(", ".join(order), *([options] if options else []), *rows, sep="\n  ")
    return sorted(rows, key=str)


right = [{"shop": "a", "x": 1, "y": 2}, {"shop": "b", "x": 3, "y": None}]
nulls = [{"shop": "a", "x": None, "y": None}, {"shop": "b", "x": None, "y": None}]


def same(rows, expected):
    return all(row in expected for row in rows) and len(rows) == len(expected)


print("daft", daft.__version__)
assert same(pivoted("shop", "kind", "sold"), right)
assert same(pivoted("shop", "sold", "kind"), nulls)
assert same(pivoted("shop", "sold", "kind", names=["x", "y"]), nulls)
assert same(pivoted("shop", "sold", "kind", "till"), right)
lost = pivoted("sold", "shop", "kind")
assert all("shop" not in row and row["x"] is row["y"] is None for row in lost)
texts = pivoted("sold", "kind", "shop")
assert {row["sold"]: row["x"] for row in texts} == {1: "a", 2: None, 3: "b"}

frame = daft.from_pydict({name: DATA[name] for name in ("sold", "shop", "kind")})
selected = frame.select("shop", "kind", "sold").pivot("shop", "kind", "sold", "sum").to_pylist()
print("with select first", *selected, sep="\n  ")
assert same(selected, right)
PYTHON
venv/bin/python program.py
echo "As described."
