#!/usr/bin/env bash
# Daft 0.7.26: read_paimon takes tables of pypaimon 1.3; with 1.4.2 and 2.1.0 it raises at once.
#
# Guess: a newer pypaimon reads at least what an older one does, so the newest is a safe choice.
# Seen (2026-11-30), an unpartitioned table of 100 rows that each release wrote, and reads itself:
#   pypaimon   read_paimon(table)
#   1.3.1      100 rows
#   1.3.2      100 rows
#   1.4.2      AttributeError: 'str' object has no attribute 'key'
#   2.1.0      the same
# Why: Daft asks the options of the catalogue for the text "warehouse". In 1.4.2 and 2.1.0 they take objects with a
#   key.
# What helps: pypaimon 1.3 beside this Daft, which needs pyarrow 16. With `io_config`, 2.1.0 raises the same.
set -euo pipefail
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
export DO_NOT_TRACK=1 DAFT_PROGRESS_BAR=0

cat >program.py <<'PYTHON'
import logging
import os

import pyarrow as pa
from pypaimon import CatalogFactory, Schema

import daft

logging.disable(logging.WARNING)
columns = pa.schema([("id", pa.int64()), ("v", pa.int64())])
catalog = CatalogFactory.create({"warehouse": f"file://{os.getcwd()}/lake-{os.getpid()}"})
catalog.create_database("d", True)
catalog.create_table("d.t", Schema.from_pyarrow_schema(columns), False)
table = catalog.get_table("d.t")
builder = table.new_batch_write_builder()
writer, commit = builder.new_write(), builder.new_commit()
writer.write_arrow(pa.table({"id": list(range(100)), "v": [0] * 100}, schema=columns))
commit.commit(writer.prepare_commit())
writer.close()
commit.close()
reading = table.new_read_builder()
alone = reading.new_read().to_arrow(reading.new_scan().plan().splits()).num_rows
try:
    read = str(daft.read_paimon(table).to_arrow().num_rows)
except AttributeError as error:
    read = f"AttributeError: {error}"
print(alone, read, sep="; ")
PYTHON

for version in 1.3.1 1.3.2 1.4.2 2.1.0; do
  [[ $version = 1.3.* ]] && arrow=16.0.0 || arrow=19.0.1
  packages=(daft==0.7.26 "pypaimon==$version" "pyarrow==$arrow")
  if command -v uv >/dev/null; then
    uv venv -q "$version"
    uv pip install -q -p "$version/bin/python" "${packages[@]}"
  else
    python3 -m venv "$version"
    "$version/bin/pip" install -q "${packages[@]}"
  fi
  seen=$("$version/bin/python" program.py | tail -n 1)
  echo "pypaimon $version: $seen"
  [[ $version = 1.3.* ]] && expected="100; 100" || expected="100; AttributeError: 'str' object has no attribute 'key'"
  [ "$seen" = "$expected" ] || { echo "This has changed: it was $expected" >&2; exit 1; }
done
