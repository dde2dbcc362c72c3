#!/usr/bin/env bash
# Daft 0.7.26: date_trunc("1 week", ...) makes weeks that begin on Thursday.
#
# Guess: Monday, as in DuckDB, polars, Spark, PostgreSQL and Daft's own week_of_year and day_of_week.
# Seen (2026-11-29), Sunday 22 to Sunday 29 November 2026:
#   Daft             Wednesday 25 in the week of Thursday 19, Thursday 26 in the one of Thursday 26
#   DuckDB, polars   both in the week of Monday 23
# Why: weeks are counted in seven days from 1 January 1970, a Thursday. A weekly report has other sums than
#   the one that it replaces, and a join of both by week finds no row.
# What helps: relative_to, with any Monday: date_trunc("1 week", t, lit(datetime(1970, 1, 5))).
set -euo pipefail
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
packages=(daft==0.7.26 pyarrow==25.0.1 duckdb==2.0.1 polars==2.1.0)
if command -v uv >/dev/null; then
  uv venv -q venv
  uv pip install -q -p venv/bin/python "${packages[@]}"
else
  python3 -m venv venv
  venv/bin/pip install -q "${packages[@]}"
fi
export DO_NOT_TRACK=1 DAFT_PROGRESS_BAR=0

cat >program.py <<'PYTHON'
import datetime as dt

import daft
import duckdb
import polars as pl
from daft import col, lit
from daft.functions import date_trunc, day_of_week

days = [dt.datetime(2026, 11, day) for day in range(22, 30)]
df = daft.from_pydict({"t": days})
rows = df.to_arrow()
monday = lit(dt.datetime(1970, 1, 5))


def weeks(expression):
    return [day.strftime("%a %d") for day in df.select(expression.alias("w")).to_pydict()["w"]]


seen = {
    "daft": weeks(date_trunc("1 week", col("t"))),
    "daft, relative to a Monday": weeks(date_trunc("1 week", col("t"), monday)),
    "daft, day_of_week": df.select(day_of_week(col("t")).alias("d")).to_pydict()["d"],
    "duckdb": [
        row[0].strftime("%a %d")
        for row in duckdb.sql("SELECT date_trunc('week', t) FROM rows ORDER BY t").fetchall()
    ],
    "polars": [day.strftime("%a %d") for day in pl.Series(days).dt.truncate("1w")],
}
usual = ["Mon 16", *["Mon 23"] * 7]
expected = {
    "daft": [*["Thu 19"] * 4, *["Thu 26"] * 4],
    "daft, relative to a Monday": usual,
    "daft, day_of_week": [6, 0, 1, 2, 3, 4, 5, 6],
    "duckdb": usual,
    "polars": usual,
}
print(seen)
if seen != expected:
    raise SystemExit(f"This has changed: it was {expected}")
PYTHON
venv/bin/python program.py
