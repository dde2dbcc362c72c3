#!/usr/bin/env bash
# Daft 0.7.26, deltalake 1.6.6: read_deltalake gives deleted rows of a table whose deletion vectors were switched off.
#
# Guess: read_deltalake raises for a table with deletion vectors, since Daft doesn't know them. So what it
#   reads is right.
# Seen (2026-11-30), 10 rows, of which a deletion vector deletes 3:
#   deltalake's QueryBuilder               7 rows; its to_pyarrow_table raises
#   Daft, delta.enableDeletionVectors=true   raises NotImplementedError
#   Daft, the property false or not set    10 rows, without an error or a warning
# Why: Daft looks at the table's property alone, as deltalake leaves vectors out of its add actions. The property
#   says whether new vectors may be written. The old ones hold until the files are written anew: the protocol's
#   feature `deletionVectors`, which Daft doesn't look at, says that there may be some.
# What helps: `REORG TABLE ... APPLY (PURGE)` before Daft reads; compare with deltalake's QueryBuilder.
set -euo pipefail
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
packages=(daft==0.7.26 pyarrow==25.0.1 deltalake==1.6.6)
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
import struct
import time
from pathlib import Path

import daft
import deltalake
import pyarrow as pa

DIGITS = "0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ.-:+=^!/*?&<>()[]{}@%$#"


def vector(*rows):
    """An inline deletion vector, as Delta's protocol has it: a roaring bitmap array in Z85."""
    bitmap = struct.pack("<IIHHI", 12346, 1, 0, len(rows) - 1, 16) + struct.pack(f"<{len(rows)}H", *rows)
    data = struct.pack("<IQI", 1681511377, 1, 0) + bitmap
    size = len(data)
    data += bytes(-size % 4)
    numbers = [number for (number,) in struct.iter_unpack(">I", data)]
    text = "".join(DIGITS[number // 85**power % 85] for number in numbers for power in range(4, -1, -1))
    return {"storageType": "i", "pathOrInlineDv": text, "sizeInBytes": size, "cardinality": len(rows)}


def written(name, enabled):
    """A table of ten rows, as an engine leaves it that deletes three by a vector."""
    deltalake.write_deltalake(name, pa.table({"id": list(range(10))}))
    log = Path(name, "_delta_log")
    first = {key: value for line in open(log / f"{0:020}.json") for key, value in json.loads(line).items()}
    feature, add, now = ["deletionVectors"], first["add"], int(time.time() * 1000)
    if enabled is not None:
        first["metaData"]["configuration"]["delta.enableDeletionVectors"] = enabled
    versions = {"minReaderVersion": 3, "minWriterVersion": 7}
    actions = [
        {"protocol": {**versions, "readerFeatures": feature, "writerFeatures": feature}},
        {"metaData": first["metaData"]},
        {"remove": {"path": add["path"], "deletionTimestamp": now, "dataChange": True}},
        {"add": {**add, "deletionVector": vector(0, 1, 2)}},
    ]
    (log / f"{1:020}.json").write_text("".join(json.dumps(action) + "\n" for action in actions))
    return name


def tried(read):
    try:
        return read()
    except Exception as error:
        return type(error).__name__


seen = {}
for enabled in ("true", "false", None):
    path = written(f"table-{enabled}", enabled)
    table = deltalake.DeltaTable(path)
    query = deltalake.QueryBuilder().register("t", table).execute("select id from t")
    seen[enabled] = (
        pa.table(query).num_rows,
        tried(lambda: table.to_pyarrow_table().num_rows),
        tried(lambda: daft.read_deltalake(path).count_rows()),
    )
expected = {
    "true": (7, "DeltaProtocolError", "NotImplementedError"),
    "false": (7, "DeltaProtocolError", 10),
    None: (7, "DeltaProtocolError", 10),
}
print(seen)
if seen != expected:
    raise SystemExit(f"This has changed: it was {expected}")
PYTHON
venv/bin/python program.py
