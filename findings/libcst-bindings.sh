#!/usr/bin/env bash
# LibCST 1.9.0: ScopeProvider knows no names bound by "match", and puts a walrus in the wrong scope.
#
# Guess: scope analysis finds what Python binds: captures of case patterns are locals of the function, and
#   "y := x" in a comprehension binds y in the function around it (PEP 572).
# Seen (2026-11-28):
#   case {"a": q, **rest} / [h, *t] / C() as al    assignments of the function: v, its parameter
#   [y := x for x in v]; return y                  y belongs to the comprehension; the last y has no
#                                                  assignment to refer to
#   a shadowed import: "from a import f", then "case f:", then f()
#                                                  qualified name of the call: a.f
#   a function with a decorator                    starts at "def", not at "@"
# Why: a codemod that renames, or that asks QualifiedNameProvider whether a call is the imported function,
#   is wrong in modern code without any sign. symtable of the standard library has the right answer.
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
export DO_NOT_TRACK=1 DAFT_PROGRESS_BAR=0

cat >program.py <<'PYTHON'
import symtable

import libcst as cst
from libcst.metadata import MetadataWrapper, PositionProvider, QualifiedNameProvider, ScopeProvider

MATCH = """
def f(v):
    match v:
        case {"a": q, **rest}: pass
        case [h, *t]: pass
        case C() as al: pass
"""
WALRUS = """
def f(v):
    z = [y := x for x in v]
    return y
"""
SHADOWED = """
from a import f
def g(v):
    match v:
        case f:
            return f()
"""
DECORATED = """@first
@second
def f(): ...
"""


def scopes(source):
    found = MetadataWrapper(cst.parse_module(source)).resolve(ScopeProvider).values()
    return {
        type(scope).__name__: sorted({assignment.name for assignment in scope.assignments})
        for scope in dict.fromkeys(found)
        if scope is not None
    }


def locals_by_python(source):
    function = symtable.symtable(source, "x", "exec").get_children()[0]
    return sorted(s.get_name() for s in function.get_symbols() if s.is_local())


walrus = MetadataWrapper(cst.parse_module(WALRUS))
scope_of = walrus.resolve(ScopeProvider)
returned = walrus.module.body[0].body.body[1].body[0].value
names = MetadataWrapper(cst.parse_module(SHADOWED)).resolve(QualifiedNameProvider)
called = {
    name.name
    for node, value in names.items()
    if isinstance(node, cst.Call)
    for name in (value() if callable(value) else value)
}
decorated = MetadataWrapper(cst.parse_module(DECORATED))
position = decorated.resolve(PositionProvider)[decorated.module.body[0]]
seen = {
    "match": scopes(MATCH)["FunctionScope"],
    "match, Python": locals_by_python(MATCH),
    "walrus": scopes(WALRUS)["ComprehensionScope"],
    "walrus, Python": locals_by_python(WALRUS),
    "assignments of the returned y": len(scope_of[returned]["y"]),
    "call of the shadowed name": called,
    "first line of the decorated function": position.start.line,
}
for name, value in seen.items():
    print(f"{name}: {value}")
expected = {
    "match": ["v"],
    "match, Python": ["al", "h", "q", "rest", "t", "v"],
    "walrus": ["x", "y"],
    "walrus, Python": ["v", "y", "z"],
    "assignments of the returned y": 0,
    "call of the shadowed name": {"a.f"},
    "first line of the decorated function": 3,
}
if seen != expected:
    raise SystemExit(f"This has changed: it was {expected}")
PYTHON
venv/bin/python program.py
