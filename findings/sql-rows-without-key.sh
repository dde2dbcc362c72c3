#!/usr/bin/env bash
# Daft 0.7.26: read_sql(partition_col=...) leaves out every row whose key is NULL.
#
# Guess: partition_col says how the query is split among tasks, so it changes speed and never the
#   rows. Spark's JDBC reader splits in the same way and gives the NULLs to its first partition.
# Seen (2026-11-28), a table of 1,000 rows, each tenth key NULL:
#   without partition_col           1,000 rows
#   with partition_col              900 rows, in collect() and in count_rows(), without a warning
# Why: each task asks for a range, "k >= a AND k < b", and NULL lies in no range. A Daft user adds the
#   argument when one task is too slow, and the result shrinks.
# What helps: a key that is NOT NULL, or coalesce(k, ...) in the query.
set -euo pipefail
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
packages=(daft==0.7.26 pyarrow==25.0.1 sqlalchemy==2.1.9 sqlglot==30.30.0 pandas==3.1.1)
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
import sqlalchemy

connection = sqlite3.connect("shop.db")
connection.execute("CREATE TABLE orders (k INTEGER, v INTEGER)")
rows = [(number if number % 10 else None, number) for number in range(1000)]
connection.executemany("INSERT INTO orders VALUES (?, ?)", rows)
connection.commit()
engine = sqlalchemy.create_engine("sqlite:///shop.db")


def read(**split):
    return daft.read_sql("SELECT * FROM orders", engine.connect, **split)


split = {"partition_col": "k", "num_partitions": 4}
seen = {
    "whole": read().count_rows(),
    "split, counted": read(**split).count_rows(),
    "split, collected": len(read(**split).to_pydict()["v"]),
    "split, NULL replaced": daft.read_sql(
        "SELECT coalesce(k, 0) AS k, v FROM orders", engine.connect, **split
    ).count_rows(),
}
print(seen)
expected = {
    "whole": 1000,
    "split, counted": 900,
    "split, collected": 900,
    "split, NULL replaced": 1000,
}
if seen != expected:
    raise SystemExit(f"This has changed: it was {expected}")
PYTHON
venv/bin/python program.py
