#!/usr/bin/env bash
# LibCST 1.9.0: a module that is parsed and written again may lack characters, and places are moved.
#
# Guess: a concrete syntax tree keeps every character: parse_module(text).code == text.
# Seen (2026-11-28), the text that comes back:
#   "a = 1\n<form feed>b = c\n"         "a = 1\nb = c\n"; b is at column 0, Python's ast says 1
#   "a = 1\n\\\nb = c\n"                "a = 1\nb = c\n"; b is on line 2, Python's ast says 3
#   a form feed on a line of its own    kept
# Why it matters: a codemod drops them from files that it changes elsewhere, and whoever looks up a node
#   of LibCST by the place that ast gives finds none, or another one, on all lines behind the backslash.
# What helps: edit the text by places of ast, or leave a file alone whose round trip isn't exact.
set -euo pipefail
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
packages=(libcst==1.9.0)
if command -v uv >/dev/null; then
  uv venv -q venv
  uv pip install -q -p venv/bin/python "${packages[@]}"
else
  python3 -m venv venv
  venv/bin/pip install -q "${packages[@]}"
fi

cat >program.py <<'PYTHON'
import ast

import libcst
from libcst.metadata import MetadataWrapper, PositionProvider


def of_ast(text):
    return next((n.lineno, n.col_offset) for n in ast.walk(ast.parse(text))
                if isinstance(n, ast.Name) and n.id == "b")


def of_libcst(text):
    places = MetadataWrapper(libcst.parse_module(text)).resolve(PositionProvider)
    return next((p.start.line, p.start.column) for n, p in places.items()
                if isinstance(n, libcst.Name) and n.value == "b")


seen = {}
for name, text in [
    ("form feed", "a = 1\n\x0cb = c\n"),
    ("backslash", "a = 1\n\\\nb = c\n"),
    ("form feed alone", "a = 1\n\x0c\nb = c\n"),
]:
    seen[name] = libcst.parse_module(text).code == text, of_ast(text), of_libcst(text)
    print(name, *seen[name])
assert seen == {
    "form feed": (False, (2, 1), (2, 0)),
    "backslash": (False, (3, 0), (2, 0)),
    "form feed alone": (True, (3, 0), (3, 0)),
}, seen
print("as stated")
PYTHON
venv/bin/python program.py
