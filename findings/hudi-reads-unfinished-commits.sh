#!/usr/bin/env bash
# Daft 0.7.26: read_hudi reads the files of a commit that never finished.
#
# Guess: the timeline of a Hudi table says which files count. A file of a commit that is still running,
#   or that died, isn't read.
# Seen (2026-11-29), a copy-on-write table of two file groups; the second commit wrote one of them anew. Its
#   files were laid out by hand, in the form of table version 5:
#   commits                                      rows
#   both finished                                220, of 2 files
#   a third one, requested and in flight only    320: its file takes the place of the finished one
#   `daft[hudi]` installs nothing: without sortedcontainers, read_hudi is a ModuleNotFoundError.
# Why: the newest file of each group is taken by the time in its name, whether its commit ended or not.
# What helps: reading with another client while writers run.
set -euo pipefail
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
packages=("daft[hudi]==0.7.26" pyarrow==25.0.1)
if command -v uv >/dev/null; then
  uv venv -q venv
  uv pip install -q -p venv/bin/python "${packages[@]}"
else
  python3 -m venv venv
  venv/bin/pip install -q "${packages[@]}"
fi
export DO_NOT_TRACK=1 DAFT_PROGRESS_BAR=0

cat >program.py <<'PYTHON'
import json
import os

import pyarrow as pa
import pyarrow.parquet as pq

import daft

OWN = ["commit_time", "commit_seqno", "record_key", "partition_path", "file_name"]
GROUPS = ["aaaaaaaa-0000-0000-0000-000000000000-0", "bbbbbbbb-0000-0000-0000-000000000000-0"]
NAMES = [f"_hoodie_{name}" for name in OWN]
FIELDS = [{"name": name, "type": ["null", "string"]} for name in NAMES]
SCHEMA = {"type": "record", "name": "t", "fields": [*FIELDS, {"name": "id", "type": ["null", "long"]}]}
PROPERTIES = {
    "hoodie.table.name": "t",
    "hoodie.table.type": "COPY_ON_WRITE",
    "hoodie.table.version": "5",
    "hoodie.timeline.layout.version": "1",
    "hoodie.table.base.file.format": "PARQUET",
    "hoodie.table.partition.fields": "",
    "hoodie.table.keygenerator.class": "org.apache.hudi.keygen.NonpartitionedKeyGenerator",
    "hoodie.datasource.write.drop.partition.columns": "false",
}
os.makedirs("table/.hoodie")
with open("table/.hoodie/hoodie.properties", "w") as file:
    file.writelines(f"{key}={value}\n" for key, value in PROPERTIES.items())


def base_file(group, instant, first, last):
    name, ids = f"{group}_0-1-0_{instant}.parquet", list(range(first, last))
    own = [[instant] * len(ids), [str(i) for i in ids], [str(i) for i in ids], [""] * len(ids)]
    columns = dict(zip(NAMES, [*own, [name] * len(ids)], strict=True))
    pq.write_table(pa.table({**columns, "id": ids}), f"table/{name}")
    return {
        "fileId": group,
        "path": name,
        "prevCommit": "null",
        "numWrites": len(ids),
        "fileSizeInBytes": os.path.getsize(f"table/{name}"),
        "partitionPath": "",
    }


def finish(instant, files):
    commit = {
        "partitionToWriteStats": {"": files},
        "extraMetadata": {"schema": json.dumps(SCHEMA)},
        "operationType": "UPSERT",
    }
    with open(f"table/.hoodie/{instant}.commit", "w") as file:
        json.dump(commit, file)


def rows():
    return daft.read_hudi("table").to_arrow().num_rows


first, second, third = (f"2024010{day}000000000" for day in (1, 2, 3))
finish(first, [base_file(GROUPS[0], first, 0, 100), base_file(GROUPS[1], first, 100, 200)])
finish(second, [base_file(GROUPS[0], second, 0, 120)])
try:
    rows()
    needs = None
except ModuleNotFoundError as error:
    needs = error.name
print("daft[hudi] lacks:", needs)
if needs != "sortedcontainers":
    raise SystemExit("This has changed: it lacked sortedcontainers")
PYTHON
cat >after.py <<'PYTHON'
import shutil

shutil.rmtree("table", ignore_errors=True)
code = open("program.py").read().split("try:")[0]
exec(code)
seen = [rows()]
for state in ("commit.requested", "inflight"):
    open(f"table/.hoodie/{third}.{state}", "w").close()
base_file(GROUPS[1], third, 100, 300)
seen.append(rows())
print("rows of finished commits, with an unfinished one:", seen)
if seen != [220, 320]:
    raise SystemExit("This has changed: it was [220, 320]")
PYTHON
venv/bin/python program.py
if command -v uv >/dev/null; then
  uv pip install -q -p venv/bin/python sortedcontainers==2.4.0
else
  venv/bin/pip install -q sortedcontainers==2.4.0
fi
venv/bin/python after.py
