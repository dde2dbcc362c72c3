#!/usr/bin/env bash
# Daft 0.7.26 and pypaimon 1.3.1: a limit on a Paimon table with a primary key gives no rows at all.
#
# Guess: limit(10) gives ten rows of the 150, as for any other source.
# Seen (2026-11-29), a table with a primary key and two buckets, 100 rows written, then 100, 50 of them the
#   same keys:
#   read                          rows
#   after the first write         100; limit(10) 10
#   after the second              150; limit(1) 0, limit(10) 0, limit(1_000) 0
#   limit behind a filter         0
#   limit behind a sort           10
# Why: Daft hands the limit to pypaimon's scan, which leaves out all splits whose files have to be merged.
#   pypaimon alone, asked with a limit, gives no rows either. `show` has a limit too.
# What helps: a `sort` or `collect` in front of the limit, or compaction of the table.
set -euo pipefail
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
packages=(daft==0.7.26 pyarrow==16.0.0 pypaimon==1.3.1)
if command -v uv >/dev/null; then
  uv venv -q venv
  uv pip install -q -p venv/bin/python "${packages[@]}"
else
  python3 -m venv venv
  venv/bin/pip install -q "${packages[@]}"
fi
export DO_NOT_TRACK=1 DAFT_PROGRESS_BAR=0

cat >program.py <<'PYTHON'
import logging
import os

import pyarrow as pa
from pypaimon import CatalogFactory, Schema

import daft
from daft import col

logging.disable(logging.WARNING)
COLUMNS = pa.schema([pa.field("id", pa.int64(), nullable=False), ("v", pa.int64())])
catalog = CatalogFactory.create({"warehouse": f"file://{os.getcwd()}/lake"})
catalog.create_database("d", True)
schema = Schema.from_pyarrow_schema(COLUMNS, primary_keys=["id"], options={"bucket": "2"})
catalog.create_table("d.t", schema, False)


def write(first, last, value):
    builder = catalog.get_table("d.t").new_batch_write_builder()
    writer, commit = builder.new_write(), builder.new_commit()
    ids = list(range(first, last))
    writer.write_arrow(pa.table({"id": ids, "v": [value] * len(ids)}, schema=COLUMNS))
    commit.commit(writer.prepare_commit())
    writer.close()
    commit.close()


def rows(change=lambda df: df):
    return change(daft.read_paimon(catalog.get_table("d.t"))).to_arrow().num_rows


def alone():
    builder = catalog.get_table("d.t").new_read_builder().with_limit(10)
    splits = builder.new_scan().plan().splits()
    return builder.new_read().to_arrow(splits).num_rows if splits else 0


write(0, 100, 0)
seen = {"one write": (rows(), rows(lambda df: df.limit(10)))}
write(50, 150, 1)
seen["two writes"] = (rows(), *(rows(lambda df, n=n: df.limit(n)) for n in (1, 10, 1_000)))
seen["filter, limit"] = rows(lambda df: df.where(col("v") == 1).limit(10))
seen["sort, limit"] = rows(lambda df: df.sort("id").limit(10))
seen["pypaimon, limit"] = alone()
for name, value in seen.items():
    print(f"{name}: {value}")
expected = {
    "one write": (100, 10),
    "two writes": (150, 0, 0, 0),
    "filter, limit": 0,
    "sort, limit": 10,
    "pypaimon, limit": 0,
}
if seen != expected:
    raise SystemExit(f"This has changed: it was {expected}")
PYTHON
venv/bin/python program.py
