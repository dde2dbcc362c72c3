#!/usr/bin/env bash
# Daft 0.7.26: UNION in daft.sql and union_all() match columns by name.
#
# Guess: by position, as SQL says and as union() of Spark does. union_all_by_name exists for the other.
# Seen (2026-11-29), "SELECT a, b FROM t UNION ALL SELECT b, a FROM t", t of one row, a = 1, b = 10:
#   Daft, also df.union_all     (1, 10) (1, 10)
#   DuckDB, SQLite              (1, 10) (10, 1)
#   With other names in the second query (b AS c, a AS d) the query raises: column "a" isn't found.
# Why: the second side's columns are looked up by the names of the first (INTERSECT goes by position). A
#   query that swaps two columns, such as both directions of the edges of a graph, gives each edge twice and
#   never its reverse.
# What helps: give the second query the first one's names: "SELECT b AS a, a AS b".
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

df = daft.from_pydict({"a": [1], "b": [10]})
rows = df.to_arrow()
connection = sqlite3.connect(":memory:")
connection.execute("CREATE TABLE rows AS SELECT 1 AS a, 10 AS b")
swapped = "SELECT a, b FROM rows UNION ALL SELECT b, a FROM rows"
named = "SELECT a, b FROM rows UNION ALL SELECT b AS a, a AS b FROM rows"
others = "SELECT a, b FROM rows UNION ALL SELECT b AS c, a AS d FROM rows"
both = "SELECT a, b FROM rows INTERSECT SELECT b AS a, a AS b FROM rows"


def pairs(frame):
    columns = frame.to_pydict()
    return list(zip(columns["a"], columns["b"]))


seen = {
    "daft": pairs(daft.sql(swapped, rows=df)),
    "daft, union_all": pairs(df.union_all(df.select("b", "a"))),
    "daft, named": pairs(daft.sql(named, rows=df)),
    "daft, intersect": pairs(daft.sql(both, rows=df)),
    "duckdb": duckdb.sql(swapped).fetchall(),
    "sqlite": connection.execute(swapped).fetchall(),
}
try:
    seen["daft, other names"] = pairs(daft.sql(others, rows=df))
except Exception as error:
    seen["daft, other names"] = "not found" if "not found in schema" in str(error) else str(error)
expected = {
    "daft": [(1, 10), (1, 10)],
    "daft, union_all": [(1, 10), (1, 10)],
    "daft, named": [(1, 10), (10, 1)],
    "daft, intersect": [],
    "duckdb": [(1, 10), (10, 1)],
    "sqlite": [(1, 10), (10, 1)],
    "daft, other names": "not found",
}
print(seen)
if seen != expected:
    raise SystemExit(f"This has changed: it was {expected}")
PYTHON
venv/bin/python program.py
