#!/usr/bin/env bash
# Daft 0.7.26 and pylance 14.0.2: read_lance gives the places of blobs, not their bytes.
#
# Guess: a column that was written as bytes, with Lance's encoding for large blobs, is read as bytes.
# Seen (2026-11-30), native runner, two blobs of 2 and 3 bytes:
#   pa.large_binary()                                             b"xx", b"yyy"
#   the same with the metadata lance-encoding:blob=true           a struct: kind, position, size, blob_id, blob_uri
#   its lengths by Daft's length(col("b"))                        DaftCoreException, as of a struct
#   dataset.take_blobs("b", indices=[0, 1]) of pylance            b"xx", b"yyy"
# Why: Lance reads such a column lazily, and a scan gives what leads to its bytes. So a UDF gets dicts.
# What helps: take_blobs in the UDF, with the row ids, or a plain column where all bytes are read anyway.
set -euo pipefail
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
packages=(daft==0.7.26 daft-lance==0.6.0 pylance==14.0.2 pyarrow==25.0.1)
if command -v uv >/dev/null; then
  uv venv -q venv
  uv pip install -q -p venv/bin/python "${packages[@]}"
else
  python3 -m venv venv
  venv/bin/pip install -q "${packages[@]}"
fi
export DO_NOT_TRACK=1 DAFT_PROGRESS_BAR=0 DAFT_RUNNER=native

cat >program.py <<'PYTHON'
import daft
import lance
import pyarrow as pa
from daft import col
from daft.functions import length

BLOB = {"lance-encoding:blob": "true"}
for name, metadata in {"plain": None, "blob": BLOB}.items():
    schema = pa.schema([pa.field("b", pa.large_binary(), metadata=metadata)])
    lance.write_dataset(pa.table({"b": [b"xx", b"yyy"]}, schema=schema), name)


def read(change=lambda df: df, name="blob"):
    """The values that Daft reads, the names where they are structs, or the error."""
    try:
        (values,) = change(daft.read_lance(name)).to_pydict().values()
    except Exception as error:
        return type(error).__name__
    return [[*value] if isinstance(value, dict) else value for value in values]


blobs = lance.dataset("blob").take_blobs("b", indices=[0, 1])
seen = {
    "plain": read(name="plain"),
    "blob": read()[0],
    "length": read(lambda df: df.select(length(col("b")))),
    "take_blobs": [blob.read() for blob in blobs],
}
expected = {
    "plain": [b"xx", b"yyy"],
    "blob": ["kind", "position", "size", "blob_id", "blob_uri"],
    "length": "DaftCoreException",
    "take_blobs": [b"xx", b"yyy"],
}
print(seen)
if seen != expected:
    raise SystemExit(f"This has changed: it was {expected}")
PYTHON
venv/bin/python program.py
