#!/usr/bin/env bash
# Daft 0.7.26: a timestamp equals its date: `ts == date` finds the whole day, `ts <= date` all of its last day.
#
# Guess: a date compared with a timestamp is its midnight, as in SQL: `ts <= date(2024, 1, 1)` leaves out five o'clock
#   of that day, and `==` finds only rows of midnight.
# Seen (2026-11-30), rows at midnight, 05:00 and 23:59 of one day, native runner:
#   where                        Daft   daft.sql   DuckDB
#   ts == date of that day          3          3        1
#   ts <= date                      3          3        1
#   ts >  date                      0          0        2
#   joined on ts and date           1          -        1
# Why: in a comparison the types' common one is Date, so that the timestamp loses its time. As keys of a join, the
#   date gains one.
# What helps: compare with datetime(2024, 1, 1), or `ts < date + 1 day` in place of `<=`.
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
export DO_NOT_TRACK=1 DAFT_PROGRESS_BAR=0 DAFT_RUNNER=native

cat >program.py <<'PYTHON'
import operator
from datetime import date, datetime

import daft
import duckdb
from daft import col

day = date(2024, 1, 1)
times = [datetime(2024, 1, 1), datetime(2024, 1, 1, 5), datetime(2024, 1, 1, 23, 59)]
df, days = daft.from_pydict({"ts": times}), daft.from_pydict({"day": [day]})
table, dates = df.to_arrow(), days.to_arrow()
ways = {"=": operator.eq, "<=": operator.le, ">": operator.gt}
seen = {}
for word, compare in ways.items():
    query = f"select ts from df where ts {word} date '2024-01-01'"
    base = duckdb.connect().register("df", table)
    seen[word] = (
        df.where(compare(col("ts"), day)).count_rows(),
        daft.sql(query, df=df).count_rows(),
        len(base.execute(query).fetchall()),
    )
base = duckdb.connect().register("a", table).register("b", dates)
joined = "select ts from a join b on ts = day"
seen["join"] = (
    df.join(days, left_on="ts", right_on="day").count_rows(),
    None,
    len(base.execute(joined).fetchall()),
)
print(seen)
expected = {"=": (3, 3, 1), "<=": (3, 3, 1), ">": (0, 0, 2), "join": (1, None, 1)}
if seen != expected:
    raise SystemExit(f"This has changed: it was {expected}")
PYTHON
venv/bin/python program.py
