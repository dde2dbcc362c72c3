"""The positions of keys in a TOML document."""

from __future__ import annotations

import re
from collections.abc import Iterator

from daft_lint.plan.span import Span

KeyPath = tuple[str | int, ...]

# What may hide a line break, a bracket or a `#` from a reader that knows no TOML.
_TOKEN = re.compile(
    r"""#[^\n]*"""
    r'''|"""(?:\\.|[^\\])*?"{3,5}|\'\'\'.*?'{3,5}'''
    r"""|"(?:\\.|[^"\\\n])*"|'[^'\n]*\'"""
    r"""|(?P<open>[\[{])|(?P<close>[\]}])|(?P<end>\n)""",
    re.DOTALL,
)
_PART = r"""(?:[A-Za-z0-9_-]+|"(?:\\.|[^"\\\n])*"|'[^'\n]*')"""
_DOTTED = rf"{_PART}(?:[ \t]*\.[ \t]*{_PART})*"
_HEADER = re.compile(rf"[ \t]*(\[\[?)[ \t]*({_DOTTED})[ \t]*\]")
# No table of ours stands in more tables. The names of all around a very deep one fill the memory.
_DEEPEST = 20
_ASSIGNMENT = re.compile(rf"[ \t]*({_DOTTED})[ \t]*=")


def positions(document: str, path: str) -> dict[KeyPath, Span]:
    """The line of each table and key of a valid TOML document.

    An item of an array of tables goes by its index. Keys of inline tables have no entry.
    """
    found: dict[KeyPath, Span] = {}
    items: dict[KeyPath, int] = {}
    table: KeyPath = ()
    for number, line in _statements(document):
        if header := _HEADER.match(line):
            table = _parts(header[2])
            if header[1] == "[[":
                items[table] = items.get(table, -1) + 1
                table = (*table, items[table])
            _record(found, table, _line_span(path, number, line))
        elif assignment := _ASSIGNMENT.match(line):
            _record(found, table + _parts(assignment[1]), _line_span(path, number, line))
    return found


def _record(found: dict[KeyPath, Span], key: KeyPath, span: Span) -> None:
    """The line of a key, and of each table around it that no line before it has opened."""
    found[key] = span
    for length in range(1, min(len(key), _DEEPEST)):
        found.setdefault(key[:length], span)


def _line_span(path: str, number: int, line: str) -> Span:
    """From the first character of a line that isn't blank to the last."""
    first = len(line) - len(line.lstrip()) + 1
    return Span(path, number, first, number, len(line.rstrip()) + 1)


def _statements(document: str) -> Iterator[tuple[int, str]]:
    """The lines that a table or a key can begin on, with their numbers."""
    lines = document.split("\n")
    yield 1, lines[0]
    number = 1
    counted = 0
    depth = 0
    for token in _TOKEN.finditer(document):
        if token["open"]:
            depth += 1
        elif token["close"]:
            depth -= 1
        elif token["end"] and depth == 0:
            number += document.count("\n", counted, token.end())
            counted = token.end()
            yield number, lines[number - 1]


def _parts(dotted: str) -> KeyPath:
    parts = re.findall(_PART, dotted)
    return tuple(part[1:-1] if part[0] in "\"'" else part for part in parts)
