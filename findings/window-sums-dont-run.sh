#!/usr/bin/env bash
# Daft 0.7.26: an aggregate over a window with order_by has all rows of its partition, not those up to now.
#
# Guess: order_by makes it run, as SQL says: from the first row to the current one and its equals.
# Seen (2026-11-29), sum of 1, 2, 2, 3 over partition_by(k).order_by(v):
#   Daft, also in daft.sql                                       8 8 8 8
#   DuckDB, SQLite                                               1 5 5 8
#   Daft, rows_between(unbounded_preceding, current_row)         1 3 5 8
#   Daft, range_between(unbounded_preceding, current_row)        1 3 5 8: equal values aren't taken together
# Why: without a frame, Daft takes the whole partition, and its order is of no use. A running total that is
#   moved from Spark or SQL becomes the grand total in each row, and max "so far" sees the future.
# What helps: rows_between with a frame. Ranks and lag need none.
set -euo pipefail
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
packages=(daft==0.7.26 pyarrow==25.0.1 duckdb==2.0.1)
if command -v uv >/dev/null; then
  uv venv -q venv
  uv pip install -q -p venv/bin/python "${packages[@]}"
else
  python3 -m venv venv
  venv/bin/pip install -q "${packages[@]}"
fi
export DO_NOT_TRACK=1 DAFT_PROGRESS_BAR=0

cat >program.py <<'PYTHON'
import sqlite3

import daft
import duckdb
from daft import Window, col

values = [1, 2, 2, 3]
df = daft.from_pydict({"k": ["a"] * 4, "v": values})
rows = df.to_arrow()
connection = sqlite3.connect(":memory:")
connection.execute("CREATE TABLE rows (k TEXT, v INTEGER)")
connection.executemany("INSERT INTO rows VALUES ('a', ?)", [(value,) for value in values])
query = "SELECT v, sum(v) OVER (PARTITION BY k ORDER BY v) AS s FROM rows"
window = Window().partition_by("k").order_by("v")
until_now = (Window.unbounded_preceding, Window.current_row)


def sums(over):
    return df.with_column("s", col("v").sum().over(over)).sort("s").to_pydict()["s"]


seen = {
    "daft": sums(window),
    "daft, rows": sums(window.rows_between(*until_now)),
    "daft, range": sums(window.range_between(*until_now)),
    "daft, sql": daft.sql(query, rows=df).to_pydict()["s"],
    "duckdb": sorted(row[1] for row in duckdb.sql(query).fetchall()),
    "sqlite": sorted(row[1] for row in connection.execute(query)),
}
expected = {
    "daft": [8, 8, 8, 8],
    "daft, rows": [1, 3, 5, 8],
    "daft, range": [1, 3, 5, 8],
    "daft, sql": [8, 8, 8, 8],
    "duckdb": [1, 5, 5, 8],
    "sqlite": [1, 5, 5, 8],
}
print(seen)
if seen != expected:
    raise SystemExit(f"This has changed: it was {expected}")
PYTHON
venv/bin/python program.py
