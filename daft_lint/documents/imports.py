"""The import statements of a program, by its text alone."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple

_GAP = r"(?:[ \t]|\\\r?\n)"
_STATEMENT = re.compile(
    rf"{_GAP}*(?:"
    rf"from{_GAP}*(?P<module>\.*[\w.]*){_GAP}*import\b{_GAP}*"
    r"(?P<names>\([^()]{0,20000}\)|(?:[^\n\r#;\\]|\\\r?\n){1,2000})"
    rf"|import{_GAP}+(?P<modules>(?:[^\n\r#;\\]|\\\r?\n){{1,2000}})"
    r")"
)
_WORD = "import"
_COMMENT = re.compile(r"#[^\n\r]*")
_NAME = re.compile(r"[\w.]+")


class Import(NamedTuple):
    """A module that is imported, or names of it.

    A relative `module` starts with its dots. `names` is None where the module itself is imported,
    and holds `*` for all names.
    """

    module: str
    names: tuple[str, ...] | None = None


def imports_of(text: str) -> Iterator[Import]:
    """The imports that a text may hold; texts in strings that look like one count too."""
    place = text.find(_WORD)
    while place >= 0:
        found = _STATEMENT.match(text, _start(text, place))
        if found is not None and found.end() > place:
            yield from _read(found)
            place = text.find(_WORD, found.end())
        else:
            place = text.find(_WORD, place + len(_WORD))


def all_imports(text: str) -> tuple[Import, ...]:
    """All imports that a text may hold."""
    return tuple(imports_of(text))


def member(module: str, name: str) -> str:
    """The dotted name of something in a module, which may be relative, or the folder in turn."""
    return f"{module}{name}" if not module or module.endswith(".") else f"{module}.{name}"


def _start(text: str, place: int) -> int:
    """Where the statement of an `import` starts: its line, or behind a `;` or `:`."""
    line = max(text.rfind("\n", 0, place), text.rfind("\r", 0, place)) + 1
    before = text[line:place]
    inner = max(before.rfind(";"), before.rfind(":")) + 1
    if inner == 0 and text[max(0, line - 3) : line].rstrip("\r\n").endswith("\\"):
        return _start(text, line - 1)
    return line + inner


def _read(found: re.Match[str]) -> Iterator[Import]:
    if found["modules"] is not None:
        for name in _names(found["modules"]):
            yield Import(name)
    elif found["module"]:
        starred = found["names"].lstrip(" \t(").startswith("*")
        names = ("*",) if starred else tuple(_names(found["names"].strip("()")))
        yield Import(found["module"], names)


def _names(text: str) -> Iterator[str]:
    """The names of a list `a, b as c`, without what they are bound to."""
    for part in _COMMENT.sub("", text).split(","):
        found = _NAME.search(part)
        if found is not None:
            yield found.group()
