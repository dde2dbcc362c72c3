#!/usr/bin/env bash
# Daft 0.7.26: a UDF "-> datetime" loses the time zone and moves the clock; zones arrive as fixed offsets.
#
# Guess: a function that returns the datetime it was given changes nothing.
# Seen (2026-11-28), 2024-07-01 00:30 in Europe/Berlin (22:30 of the day before in UTC):
#   x -> x, declared "-> datetime"          2024-06-30 22:30, no zone: a day earlier
#   returns 00:30 without zone, declared
#   Timestamp[us, Europe/Berlin]            02:30+02:00: the clock was read as UTC
#   x + 180 days in the UDF                 2024-12-27 23:30+01:00
#   the same sum with to_arrow().to_pylist()   2024-12-28 00:30+01:00
# Why: a plain datetime is declared as a timestamp without zone, and becomes one by way of UTC. The UDF sees
#   timezone(+02:00), not ZoneInfo("Europe/Berlin"), which pyarrow gives, so sums across a change of
#   the clock are an hour off.
set -euo pipefail
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
packages=(daft==0.7.26 pyarrow==25.0.1 tzdata)
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
from zoneinfo import ZoneInfo

import daft
from daft import DataType, col

BERLIN = DataType.timestamp("us", "Europe/Berlin")
midsummer = dt.datetime(2024, 7, 1, 0, 30, tzinfo=ZoneInfo("Europe/Berlin"))
later = dt.timedelta(days=180)
df = daft.from_pydict({"x": [midsummer]})


@daft.func
def same(x: dt.datetime) -> dt.datetime:
    return x


@daft.func(return_dtype=BERLIN)
def naive(x: dt.datetime):
    return dt.datetime(2024, 7, 1, 0, 30)


@daft.func(return_dtype=BERLIN)
def half_a_year_on(x: dt.datetime):
    return x + later


def value(frame):
    return frame.to_pydict()["x"][0].isoformat()


seen = {
    "column": str(df.schema()["x"].dtype),
    "same": value(df.select(same(col("x")))),
    "naive": value(df.select(naive(col("x")))),
    "sum in the UDF": value(df.select(half_a_year_on(col("x")))),
    "sum by pyarrow": (df.to_arrow().to_pylist()[0]["x"] + later).isoformat(),
}
print(seen)
expected = {
    "column": "Timestamp[us; Europe/Berlin]",
    "same": "2024-06-30T22:30:00",
    "naive": "2024-07-01T02:30:00+02:00",
    "sum in the UDF": "2024-12-27T23:30:00+01:00",
    "sum by pyarrow": "2024-12-28T00:30:00+01:00",
}
if seen != expected:
    raise SystemExit(f"This has changed: it was {expected}")
PYTHON
venv/bin/python program.py
