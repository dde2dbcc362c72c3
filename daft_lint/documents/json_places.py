"""Where the sources of cells stand in the JSON of a notebook."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from dataclasses import dataclass

_BLANKS = re.compile(r"[ \t\r\n]*")
_SCAN = json.JSONDecoder().raw_decode


@dataclass(frozen=True, slots=True)
class Line:
    """A string of JSON, and its characters in the text, counted from 0."""

    value: str
    start: int
    end: int


@dataclass(frozen=True, slots=True)
class Place:
    """The characters of a source in the text; `lines` are its parts, None for a single string."""

    start: int
    end: int
    lines: tuple[Line, ...] | None


def places_in(text: str) -> tuple[Place, ...]:
    """Where the source of each cell of a notebook stands, in the order of the cells.

    `text` is the JSON of a notebook. What is none of ours is skipped as a whole, so outputs cost
    next to nothing.
    """
    keys = dict(_members(text, _start(text, 0)))
    sheets = [keys["cells"]] if "cells" in keys else []
    if not sheets or text.startswith("null", sheets[0]):
        # Format 3 and older; other tools leave what is no sheet among them.
        found = [one for one in _items(text, keys["worksheets"]) if text[one] == "{"]
        within = (dict(_members(text, one)) for one in found)
        sheets = [members["cells"] for members in within if "cells" in members]
    lists = (sheet for sheet in sheets if text[sheet] == "[")
    return tuple(_source(text, cell) for sheet in lists for cell in _items(text, sheet))


def _source(text: str, cell: int) -> Place:
    members = dict(_members(text, cell))
    start = members.get("source", members.get("input"))
    if start is None:
        return Place(cell, cell, None)
    value, end = _SCAN(text, start)
    if not isinstance(value, list):
        return Place(start, end, None)
    lines = []
    for item in _items(text, start):
        line, line_end = _SCAN(text, item)
        lines.append(Line(str(line), item, line_end))
    return Place(start, end, tuple(lines))


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
