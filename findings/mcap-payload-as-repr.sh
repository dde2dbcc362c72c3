#!/usr/bin/env bash
# Daft 0.7.26: read_mcap gives the payload of a message as the text of a Python bytes literal.
#
# Guess: the column "data" holds the bytes of the message (MCAP leaves their meaning to the schema of the
#   channel), or the decoded text where the channel says that it is JSON.
# Seen (2026-11-28), a JSON channel with {"x": 1} and a protobuf-like channel with 08 96 01:
#   type of "data"                 String
#   JSON message, 8 bytes          b'{"x": 1}'         11 characters
#   binary message, 3 bytes        b'\x08\x96\x01'    15 characters
#   json.loads(data)               raises
# Why: it is what str(bytes) gives. Sizes, hashes and filters on the column are those of the text (four
#   characters for most bytes of an image), and a decoder needs ast.literal_eval first.
set -euo pipefail
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
packages=(daft==0.7.26 pyarrow==25.0.1 mcap==1.6.0)
if command -v uv >/dev/null; then
  uv venv -q venv
  uv pip install -q -p venv/bin/python "${packages[@]}"
else
  python3 -m venv venv
  venv/bin/pip install -q "${packages[@]}"
fi
export DO_NOT_TRACK=1 DAFT_PROGRESS_BAR=0

cat >program.py <<'PYTHON'
import ast
import json

import daft
from mcap.writer import Writer

messages = {"json": b'{"x": 1}', "protobuf": bytes([0x08, 0x96, 0x01])}
with open("log.mcap", "wb") as file:
    writer = Writer(file)
    writer.start()
    for time, (encoding, payload) in enumerate(messages.items()):
        schema = writer.register_schema("S", "jsonschema" if encoding == "json" else encoding, b"{}")
        channel = writer.register_channel(f"/{encoding}", encoding, schema)
        writer.add_message(channel, log_time=time, publish_time=time, data=payload)
    writer.finish()

df = daft.read_mcap("log.mcap")
texts = {row["topic"][1:]: row["data"] for row in df.to_pylist()}
try:
    json.loads(texts["json"])
    parsed = "parsed"
except json.JSONDecodeError:
    parsed = "raises"
seen = {
    "type": str(df.schema()["data"].dtype),
    "texts": texts,
    "lengths": [len(texts["json"]), len(texts["protobuf"])],
    "json.loads": parsed,
    "literals": {name: ast.literal_eval(text) for name, text in texts.items()} == messages,
}
print(seen)
expected = {
    "type": "String",
    "texts": {name: str(payload) for name, payload in messages.items()},
    "lengths": [11, 15],
    "json.loads": "raises",
    "literals": True,
}
if seen != expected:
    raise SystemExit(f"This has changed: it was {expected}")
PYTHON
venv/bin/python program.py
