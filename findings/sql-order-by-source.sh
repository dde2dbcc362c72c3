#!/usr/bin/env bash
# Daft 0.7.26: ORDER BY in daft.sql sorts by the table's column, where the query gives that name to another.
#
# Guess: ORDER BY a means the a of the result, as SQL says: DuckDB and SQLite do.
# Seen (2026-11-29), "SELECT -a AS a FROM t ORDER BY a", a of 1, 5 and 9:
#   Daft             -1, -5, -9     and with LIMIT 1: -1
#   DuckDB, SQLite   -9, -5, -1     and with LIMIT 1: -9
#   Under a name that the table lacks (-a AS z ... ORDER BY z) all three sort by the result.
# Why: a name is looked up in the table first. So round(price) AS price, or price * rate AS price, with
#   ORDER BY and LIMIT gives the top ten of the old values.
# What helps: a new name, or sort() on the frame that daft.sql returns.
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

df = daft.from_pydict({"a": [1, 5, 9]})
rows = df.to_arrow()
connection = sqlite3.connect(":memory:")
connection.execute("CREATE TABLE rows (a INTEGER)")
connection.executemany("INSERT INTO rows VALUES (?)", [(1,), (5,), (9,)])
queries = {
    "same name": "SELECT -a AS a FROM rows ORDER BY a",
    "first": "SELECT -a AS a FROM rows ORDER BY a LIMIT 1",
    "new name": "SELECT -a AS z FROM rows ORDER BY z",
}
seen = {
    name: {
        "daft": next(iter(daft.sql(query, rows=df).to_pydict().values())),
        "duckdb": [row[0] for row in duckdb.sql(query).fetchall()],
        "sqlite": [row[0] for row in connection.execute(query).fetchall()],
    }
    for name, query in queries.items()
}
seen["sort"] = daft.sql("SELECT -a AS a FROM rows", rows=df).sort("a").to_pydict()["a"]
usual = [-9, -5, -1]
expected = {
    "same name": {"daft": [-1, -5, -9], "duckdb": usual, "sqlite": usual},
    "first": {"daft": [-1], "duckdb": [-9], "sqlite": [-9]},
    "new name": {"daft": usual, "duckdb": usual, "sqlite": usual},
    "sort": usual,
}
print(seen)
if seen != expected:
    raise SystemExit(f"This has changed: it was {expected}")
PYTHON
venv/bin/python program.py
