#!/usr/bin/env bash
# Daft 0.7.26: `when(...).otherwise(...)` gives null where its condition is null, not the otherwise.
#
# Guess: a condition that is null isn't true, so the row gets the otherwise, as CASE does in SQL, Spark,
#   DuckDB and polars.
# Seen (2026-11-29), `a > 1` for a of 2, 1 and null, "big" or else "small":
#   Daft, when and otherwise     big  small  null
#   Daft, CASE in daft.sql       big  small  null
#   DuckDB, polars               big  small  small
#   A second `when` that is true doesn't help either: the first null decides.
# Why: each step is an if_else on the condition as it is, and a null condition makes a null.
#   So the "other" group of a report loses each row without a value, and `otherwise(0)` leaves nulls.
# What helps: fill_null(False) on each condition.
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
import daft
import duckdb
import polars as pl
from daft import col, lit
from daft.functions import when

values = [2, 1, None]
df = daft.from_pydict({"a": values})
rows = df.to_arrow()
query = "SELECT CASE WHEN a > 1 THEN 'big' ELSE 'small' END AS size FROM"
big = col("a") > 1


def of(expression):
    return df.select(expression.alias("size")).to_pydict()["size"]


seen = {
    "when": of(when(big, lit("big")).otherwise(lit("small"))),
    "two": of(when(big, lit("big")).when(lit(True), lit("small")).otherwise(lit("none"))),
    "filled": of(when(big.fill_null(False), lit("big")).otherwise(lit("small"))),
    "sql": daft.sql(f"{query} df", df=df).to_pydict()["size"],
    "duckdb": [row[0] for row in duckdb.sql(f"{query} rows").fetchall()],
    "polars": pl.Series(values)
    .to_frame("a")
    .select(pl.when(pl.col("a") > 1).then(pl.lit("big")).otherwise(pl.lit("small")).alias("size"))["size"]
    .to_list(),
}
null, small = ["big", "small", None], ["big", "small", "small"]
expected = {
    "when": null,
    "two": null,
    "filled": small,
    "sql": null,
    "duckdb": small,
    "polars": small,
}
print(seen)
if seen != expected:
    raise SystemExit(f"This has changed: it was {expected}")
PYTHON
venv/bin/python program.py
