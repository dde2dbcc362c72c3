"""The positions of cell sources in the JSON of a notebook."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from dataclasses import dataclass

_BLANKS = re.compile(r"[ \t\r\n]*")
# Half of a surrogate pair is no end of a line, so no pair is cut in two.
_LINE = re.compile(r"(?:[^\\]|\\(?!n|u000[aA]).)*(?:\\n|\\u000[aA])|.+", re.DOTALL)
_SCAN = json.JSONDecoder().raw_decode


@dataclass(frozen=True, slots=True)
class Line:
    """A line of a source, and its characters in the text, counted from 0.

    Those of a list of lines have quotes around them.
    """

    value: str
    start: int
    end: int


@dataclass(frozen=True, slots=True)
class Place:
    """The characters of a source in the text, and its lines; it may be a list of them."""

    start: int
    end: int
    lines: tuple[Line, ...] = ()
    is_list: bool = False


def places_in(text: str) -> tuple[Place, ...]:
    """Where the source of each cell of a notebook stands, in the order of the cells.

    `text` is the JSON of a notebook. Everything else is skipped as a whole, so outputs cost next to
    nothing.
    """
    keys = dict(_members(text, _start(text, 0)))
    sheets = [keys["cells"]] if "cells" in keys else []
    if not sheets or text.startswith("null", sheets[0]):
        # Format 3 and older; other tools leave other things than sheets among them.
        found = [item for item in _items(text, keys["worksheets"]) if text[item] == "{"]
        within = (dict(_members(text, number)) for number in found)
        sheets = [members["cells"] for members in within if "cells" in members]
    lists = (sheet for sheet in sheets if text[sheet] == "[")
    return tuple(_source(text, cell) for sheet in lists for cell in _items(text, sheet))


def _source(text: str, cell: int) -> Place:
    members = dict(_members(text, cell))
    start = members.get("source", members.get("input"))
    if start is None:
        return Place(cell, cell)
    value, end = _SCAN(text, start)
    if not isinstance(value, list):
        return Place(start, end, tuple(_lines(text, start + 1, end - 1)))
    lines = []
    for item in _items(text, start):
        line, line_end = _SCAN(text, item)
        lines.append(Line(str(line), item, line_end))
    return Place(start, end, tuple(lines), is_list=True)


def _lines(text: str, start: int, end: int) -> Iterator[Line]:
    """The lines in a string of JSON."""
    for found in _LINE.finditer(text, start, end):
        value, _ = _SCAN(f'"{found.group()}"', 0)
        yield Line(value, found.start(), found.end())


def _members(text: str, start: int) -> Iterator[tuple[str, int]]:
    """The keys of an object, each with where its value starts. A later key of a name wins."""
    at = _start(text, start + 1)
    while text[at] != "}":
        key, at = _SCAN(text, at)
        value = _start(text, _start(text, at) + 1)
        yield str(key), value
        at = _behind(text, value)


def _items(text: str, start: int) -> Iterator[int]:
    """Where each item of an array starts."""
    at = _start(text, start + 1)
    while text[at] != "]":
        yield at
        at = _behind(text, at)


def _behind(text: str, value: int) -> int:
    """Where the next member or item starts, or the bracket that closes them."""
    _, end = _SCAN(text, value)
    at = _start(text, end)
    return _start(text, at + 1) if text[at] == "," else at


def _start(text: str, at: int) -> int:
    """The first character from a place on that is no blank."""
    found = _BLANKS.match(text, at)
    return at if found is None else found.end()
