#!/usr/bin/env bash
# Daft 0.7.26: daft.sql ignores HAVING where there is no GROUP BY and no aggregate: all rows come back.
#
# Guess: HAVING without GROUP BY filters as WHERE does, or raises, as in DuckDB.
# Seen (2026-11-30), native runner, 4 rows with a = 3, 1, null, 1 and k = x, y, x, z:
#   query                                               Daft            DuckDB
#   select a from t having a > 1                        all 4 rows      BinderException
#   select distinct k from t having k = 'x'             x, y, z         BinderException
#   select count(*) from t having count(*) > 10         no row          no row
#   select k from t group by k having count(*) > 1      x               x
#   select k from t qualify ...                         InvalidSQLException
# Why: the filter is only planned together with an aggregate. Other clauses that Daft doesn't know raise.
# What helps: WHERE.
set -euo pipefail
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
packages=(daft==0.7.26 duckdb==2.0.1 pyarrow==25.0.1)
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
import duckdb
import pyarrow as pa

QUERIES = [
    "select a from t having a > 1",
    "select distinct k from t having k = 'x'",
    "select count(*) as n from t having count(*) > 10",
    "select k from t group by k having count(*) > 1",
    "select k from t qualify row_number() over (partition by k order by a) = 1",
]
t = pa.table({"a": [3, 1, None, 1], "k": ["x", "y", "x", "z"]})


def in_daft(query):
    try:
        (column,) = daft.sql(query, t=daft.from_arrow(t)).to_pydict().values()
        return sorted(column, key=str)
    except Exception as error:
        return type(error).__name__


def in_duckdb(query):
    try:
        return sorted((value for (value,) in duckdb.sql(query).fetchall()), key=str)
    except Exception as error:
        return type(error).__name__


seen = [(in_daft(query), in_duckdb(query)) for query in QUERIES]
expected = [
    ([1, 1, 3, None], "BinderException"),
    (["x", "y", "z"], "BinderException"),
    ([], []),
    (["x"], ["x"]),
    ("InvalidSQLException", ["x", "y", "z"]),
]
for query, results in zip(QUERIES, seen):
    print(query, *results)
if seen != expected:
    raise SystemExit(f"This has changed: it was {expected}")
PYTHON
venv/bin/python program.py
