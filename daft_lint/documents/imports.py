"""The import statements of a program, by its text alone."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

_GAP = r"(?:[ \t]|\\\r?\n)"
_STATEMENT = re.compile(
    rf"(?:^|[;:]){_GAP}*(?:"
    rf"from{_GAP}*(?P<module>\.*[\w.]*){_GAP}*import\b{_GAP}*"
    r"(?P<names>\([^()]{0,20000}\)|(?:[^\n\r#;\\]|\\\r?\n){1,2000})"
    rf"|import{_GAP}+(?P<modules>(?:[^\n\r#;\\]|\\\r?\n){{1,2000}})"
    r")",
    re.MULTILINE,
)
_COMMENT = re.compile(r"#[^\n\r]*")
_NAME = re.compile(r"[\w.]+")


@dataclass(frozen=True, slots=True)
class Import:
    """A module that is imported, or names of it.

    A relative `module` starts with its dots. `names` is None where the module itself is imported,
    and holds `*` for all names.
    """

    module: str
    names: tuple[str, ...] | None = None


def imports_of(text: str) -> Iterator[Import]:
    """The imports that a text may hold; texts in strings that look like one count too."""
    for found in _STATEMENT.finditer(text):
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
