#!/usr/bin/env bash
# Daft 0.7.26 and Lance: the batch_size of a UDF decides how many fragments write_lance makes.
#
# Guess: batch_size is how many rows a UDF is given at once; it leaves no trace in what is written, as
#   for Parquet and Delta. A write of 800 rows is one fragment.
# Seen (2026-11-28), 800 rows through a UDF, then a write:
#   batch_size     Lance fragments     Parquet files     Delta files
#   none           1                   1                 1
#   10             80, of 10 rows      1                 1
#   10, then into_batches(400)     3, of 320, 320 and 160 rows: it hands on at 80 % of its size
# Why: each piece of rows that reaches the Lance writer becomes a fragment; the other writers put pieces
#   together. The next read_lance has as many tasks as there are fragments.
# What helps: into_batches behind the UDF, or compaction.
set -euo pipefail
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
packages=(daft==0.7.26 pyarrow==25.0.1 daft-lance==0.6.0 pylance==14.0.2 deltalake==1.6.6 pyiceberg==0.12.0)
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
import daft_lance
import deltalake
import lance
from daft import DataType, col


def plan(**options):
    @daft.func.batch(return_dtype=DataType.int64(), **options)
    def same(rows):
        return rows

    return daft.range(800).with_column("y", same(col("id")))


def fragments(df, name):
    daft_lance.write_lance(df, name)
    rows = [fragment.count_rows() for fragment in lance.dataset(name).get_fragments()]
    return len(rows), max(rows)


seen = {}
for size in (None, 10):
    df = plan(batch_size=size) if size else plan()
    df.write_deltalake(f"delta-{size}")
    seen[size] = {
        "lance": fragments(df, f"{size}.lance"),
        "parquet": len(df.write_parquet(f"parquet-{size}").to_pydict()["path"]),
        "delta": len(deltalake.DeltaTable(f"delta-{size}").file_uris()),
    }
cured = fragments(plan(batch_size=10).into_batches(400), "cured.lance")
for size, value in seen.items():
    print(f"batch_size {size}: {value}")
print(f"into_batches(400) behind it: {cured}")
expected = {
    None: {"lance": (1, 800), "parquet": 1, "delta": 1},
    10: {"lance": (80, 10), "parquet": 1, "delta": 1},
}
if seen != expected or cured[0] > 4:
    raise SystemExit(f"This has changed: it was {expected}")
PYTHON
venv/bin/python program.py
