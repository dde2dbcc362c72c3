#!/usr/bin/env bash
# pygls 2.1.1: below a form feed or a line separator, an editor's change lands on the line before.
#
# Guess: a language server and an editor count the same lines. The protocol (3.17, "Text Documents")
#   has three line ends: \n, \r\n and \r.
# Seen (2026-11-29): `head = 1`, the character, ` # more`, and a second line, `tail = 2`. The editor
#   replaces the digit on its second line, characters 7 to 8, by 3. Then the document is
#   without it     head = 1 # more / tail = 3
#   with \f        head = 1\f # more3tail = 2, in one line: the line end was replaced
#   with U+2028    the same
# Why: TextDocument takes lines apart by str.splitlines, which knows eight more line ends. Python
#   files of long standing have form feeds between their parts.
# What helps: ask editors for whole texts (TextDocumentSyncKind.Full), or apply changes yourself.
set -euo pipefail
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
packages=(pygls==2.1.1 lsprotocol==2025.0.0)
if command -v uv >/dev/null; then
  uv venv -q venv
  uv pip install -q -p venv/bin/python "${packages[@]}"
else
  python3 -m venv venv
  venv/bin/pip install -q "${packages[@]}"
fi

cat >program.py <<'PYTHON'
from lsprotocol import types
from pygls.workspace import TextDocument

seen = {}
for name, character in (("plain", ""), ("form feed", "\f"), ("U+2028", "\u2028")):
    text = f"head = 1{character} # more\ntail = 2\n"
    document = TextDocument("file:///a.py", text)
    place = types.Range(types.Position(1, 7), types.Position(1, 8))
    document.apply_change(types.TextDocumentContentChangePartial(range=place, text="3"))
    seen[name] = document.source
    print(f"{name:9} {document.source!r}")
if seen != {
    "plain": "head = 1 # more\ntail = 3\n",
    "form feed": "head = 1\f # more3tail = 2\n",
    "U+2028": "head = 1\u2028 # more3tail = 2\n",
}:
    raise SystemExit("this has changed: look at it again")
PYTHON
venv/bin/python program.py
