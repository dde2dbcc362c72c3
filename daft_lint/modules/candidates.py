"""The words of a text, and the names that it may set: other files needn't be read.

It may err by a name too many, hardly ever by a missing one.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from daft_lint.documents.imports import imports_of
from daft_lint.index.traversal import MUTATORS

_WORD = re.compile(r"\w+")
# An attribute that isn't called, of anything but the object of a method.
_DOTTED = r"\.(?<!\bself\.)\s*(\w+)\b"
_ATTRIBUTE = re.compile(rf"{_DOTTED}(?!\s*\()")
_SET = re.compile(rf"{_DOTTED}(?=\s*(?:=(?!=)|(?:[-+*/%&|^@]|//|\*\*|<<|>>)=|:.*=))")
# What a loop or a `with` sets, and what a loop is over: it may change the items.
_TARGET = re.compile(rf"(?:for|as|in)[ ][\w .,]*{_DOTTED}(?=\s*(?:in\b|[:,]))")
_MUTATOR = rf"(?:{'|'.join(sorted(MUTATORS))})\b"
# Changes to a list or dict in place, by any of its names. Looking for words first takes four times
# as long.
_CHANGE = re.compile(rf"\[(?=\s*\n|.*(?:[^=!<>]=(?!=)|\.{_MUTATOR}))|\.(?={_MUTATOR})")
# `a.b, c = value` and `del a.b`
_UNPACKED = re.compile(r"^(?:[^=#()\n,]*,[^=()\n]*=(?!=)|\s*del\s.*)", re.MULTILINE)
# What sets attributes by names in strings.
_BY_TEXT = ("setattr", "delattr", "patch(", "patch.object(", "__dict__", "sys.modules", "vars(")


def words_in(text: str) -> frozenset[str]:
    """All words of a text. A name that isn't among them can't be in its index."""
    return frozenset(_WORD.findall(text))


def sets_by_text(text: str) -> bool:
    """Whether a text may set names that it spells by texts: any at all."""
    return any(word in text for word in _BY_TEXT)


def written_in(text: str) -> frozenset[str] | None:
    """The names of other modules, and of their objects, that may be set, or changed in place.

    None where that may be any.
    """
    if sets_by_text(text):
        return None
    foreign = set(_ATTRIBUTE.findall(text))
    foreign.update(name for each in imports_of(text) for name in each.names or ())
    found = foreign.intersection(_changed_in(text))
    found.update(_SET.findall(text), _TARGET.findall(text))
    for piece in _UNPACKED.findall(text):
        found.update(_ATTRIBUTE.findall(piece))
    return frozenset(found)


def _changed_in(text: str) -> Iterator[str]:
    for found in _CHANGE.finditer(text):
        end = found.start()
        while end and text[end - 1].isspace():
            end -= 1
        start = end
        while start and (text[start - 1].isalnum() or text[start - 1] == "_"):
            start -= 1
        yield text[start:end]
