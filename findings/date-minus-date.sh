#!/usr/bin/env bash
# Daft 0.7.26: a date minus a date is as many seconds as there are days between.
#
# Guess: July 2nd minus June 1st is a duration of 31 days. (Two timestamps give that.)
# Seen (2026-11-29):
#   dates         timedelta(seconds=31)   total_days() 0    also as DATE - DATE in daft.sql
#   timestamps    timedelta(days=31)      total_days() 31
# Why: the days between are kept as a number, and read as a Duration[s]. A filter for "older than a week"
#   raises, as its units differ, but total_days, a file and a sum carry the wrong figure on in silence.
#   Adding the difference to the date again gives June 1st.
# What helps: date_diff(end, start), which gives 31, or a cast of both to timestamps.
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
import datetime as dt

import daft
from daft import DataType, col
from daft.functions import date_diff, total_days

df = daft.from_pydict({"start": [dt.date(2024, 6, 1)], "end": [dt.date(2024, 7, 2)]})
timestamp = DataType.timestamp("us")
dates = col("end") - col("start")
timestamps = col("end").cast(timestamp) - col("start").cast(timestamp)


def of(expression):
    return df.select(expression.alias("x")).to_pydict()["x"][0]


sql = "SELECT DATE '2024-07-02' - DATE '2024-06-01' AS x FROM df"
seen = {
    "dates": (of(dates), of(total_days(dates))),
    "sql": daft.sql(sql, df=df).to_pydict()["x"][0],
    "added again": of(col("start") + dates),
    "timestamps": (of(timestamps), of(total_days(timestamps))),
    "date_diff": of(date_diff(col("end"), col("start"))),
}
expected = {
    "dates": (dt.timedelta(seconds=31), 0),
    "sql": dt.timedelta(seconds=31),
    "added again": dt.date(2024, 6, 1),
    "timestamps": (dt.timedelta(days=31), 31),
    "date_diff": 31,
}
print(seen)
if seen != expected:
    raise SystemExit(f"This has changed: it was {expected}")
PYTHON
venv/bin/python program.py
