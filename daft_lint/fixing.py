"""Edits put into files: which fit together, and how a file is written without a risk to it."""

from __future__ import annotations

import codecs
import os
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

from daft_lint.documents.document import (
    Document,
    UnreadableDocumentError,
    decode,
    encoding_of,
    shown_path,
)
from daft_lint.documents.writing import replace_file
from daft_lint.findings import Edit
from daft_lint.reading.syntax import SourceSyntaxError, syntax_error

Group = tuple[Edit, ...]


class FixError(Exception):
    """A file that can't be fixed, and is as it was. The message is one line for a person."""


@dataclass(frozen=True, slots=True)
class Fixed:
    """A text with fixes in it.

    Each fix is a group of edits that only make sense together. `left` are those that touch what an
    earlier one changed: once that is in, they may not hold any more.
    """

    text: str
    applied: tuple[Group, ...]
    left: tuple[Group, ...]


@dataclass(frozen=True, slots=True)
class _Place:
    """An edit by the numbers of the characters it replaces."""

    start: int
    end: int
    text: str

    def touches(self, other: _Place) -> bool:
        """Whether both change the same characters, or one adds where the other one ends."""
        if self.start == self.end or other.start == other.end:
            return self.start <= other.end and other.start <= self.end
        return self.start < other.end and other.start < self.end


def fixed(document: Document, groups: Iterable[Group]) -> Fixed:
    """Put the edits of one file into its text, the groups that come first before all others.

    An edit that two groups share is made once. Everything outside of the edits stays as it is.

    Raises:
        ValueError: when an edit lies outside of the text.
    """
    places: set[_Place] = set()
    applied: list[Group] = []
    left: list[Group] = []
    for group in groups:
        wanted = {_place(edit, document) for edit in group}
        if _fit(wanted, places):
            places |= wanted
            applied.append(group)
        else:
            left.append(group)
    return Fixed(_edited(document.text, places), tuple(applied), tuple(left))


def _place(edit: Edit, document: Document) -> _Place:
    start, end = document.offset(*edit.span.start), document.offset(*edit.span.end)
    if end < start:
        raise ValueError(f"what starts on line {edit.span.line} ends before it")
    return _Place(start, end, edit.text)


def _fit(wanted: set[_Place], places: set[_Place]) -> bool:
    """Whether edits touch neither each other nor any that are already there."""
    return not any(
        one is not other and one != other and one.touches(other)
        for one in wanted
        for other in wanted | places
    )


def _edited(text: str, places: set[_Place]) -> str:
    parts: list[str] = []
    behind = 0
    for place in sorted(places, key=lambda one: one.start):
        parts += (text[behind : place.start], place.text)
        behind = place.end
    return "".join((*parts, text[behind:]))


def apply(file: Path, linted: Document, groups: Iterable[Group], root: Path) -> Fixed:
    """Put fixes into a file, all that fit or, when anything is wrong, none.

    `linted` is the file as it was when the fixes were found, `root` the folder of the project: a
    link may lead elsewhere in it, never out of it. Encoding, line ends and mode stay as they are.

    Raises:
        FixError: when the file can't be fixed; it is as it was.
    """
    path = shown_path(file)
    try:
        real = _followed(file, root)
        data = real.read_bytes()
        document = decode(data, path)
        if document.text != linted.text:
            raise FixError(f"{path}: changed since it was checked; run again to fix it")
        outcome = fixed(document, groups)
        if outcome.text != document.text:
            _write(real, data, document, outcome)
    except UnreadableDocumentError as error:
        raise FixError(str(error)) from None
    except OSError as error:
        raise FixError(f"{path}: can't be fixed: {error.strerror}; it is as it was") from None
    return outcome


def _followed(file: Path, root: Path) -> Path:
    """The file itself, behind any links."""
    named = Path(os.path.normpath(file.absolute()))
    tree = Path(os.path.normpath(root.absolute()))
    real = file.resolve(strict=True)
    inside = tree if named.is_relative_to(tree) else named.parent
    if not real.is_relative_to(inside.resolve()):
        path = shown_path(file)
        raise FixError(f"{path}: leads to {real}, which is not in the project; fix it there")
    return real


def _write(file: Path, data: bytes, document: Document, outcome: Fixed) -> None:
    path = document.path
    if not os.access(file, os.W_OK):
        raise FixError(f"{path}: can't be fixed: it is read-only")
    if not _still_parses(document.text, outcome.text):
        raise FixError(
            f"{path}: internal error: with its fixes it would be no Python program; "
            "it is as it was; please report it, with the file if you can"
        )
    mark = codecs.BOM_UTF8 if data.startswith(codecs.BOM_UTF8) else b""
    encoding = encoding_of(data, path)
    if mark + document.text.encode(encoding) != data:
        raise FixError(f"{path}: can't be fixed: {encoding} has several ways to write its text")
    replace_file(file, mark + outcome.text.encode(encoding))


def _still_parses(before: str, after: str) -> bool:
    """Whether a fixed text is a program by the parser that took it before it was fixed."""
    if syntax_error(before) is None:
        return syntax_error(after) is None
    from daft_lint.reading.parsing import parse, with_deep_stack

    try:
        with_deep_stack(lambda: parse(after))
    except SourceSyntaxError:
        return False
    return True
