"""Edits put into texts: which of them fit together, and whether a program is left."""

from __future__ import annotations

from bisect import bisect_left, insort
from collections.abc import Iterable, Mapping
from itertools import pairwise

from daft_lint.documents.document import Document
from daft_lint.findings import Edit
from daft_lint.records import dataclass
from daft_lint.syntax.source import SourceSyntaxError, syntax_error

Group = tuple[Edit, ...]


@dataclass(frozen=True, slots=True)
class Placed:
    """Texts with fixes in them, by path.

    Each fix is a group of edits that only make sense together; they may lie in several files.
    `left` are those that touch what an earlier one changed: once that is in, they may not hold any
    more.
    """

    documents: Mapping[str, Document]
    applied: tuple[Group, ...]
    left: tuple[Group, ...]


@dataclass(frozen=True, slots=True)
class Fixed:
    """A file with fixes in it, and the fixes that are in it or were `left`."""

    document: Document
    applied: tuple[Group, ...]
    left: tuple[Group, ...]

    @property
    def text(self) -> str:
        """Its text with the fixes in it."""
        return self.document.text


@dataclass(frozen=True, slots=True)
class _Place:
    """An edit by the numbers of the characters it replaces."""

    path: str
    start: int
    end: int
    text: str

    def touches(self, other: _Place) -> bool:
        """Whether both change the same characters, or one adds where the other one ends."""
        if self.path != other.path:
            return False
        if self.start == self.end or other.start == other.end:
            return self.start <= other.end and other.start <= self.end
        return self.start < other.end and other.start < self.end


def fixed(document: Document, groups: Iterable[Group]) -> Fixed:
    """Put the edits of one file into its text, as `placed` does.

    Raises:
        ValueError: when an edit lies outside of the text.
    """
    outcome = placed({document.path: document}, groups)
    return Fixed(outcome.documents[document.path], outcome.applied, outcome.left)


def placed(documents: Mapping[str, Document], groups: Iterable[Group]) -> Placed:
    """Put edits into the texts of files, the groups that come first before all others.

    An edit that two groups share is made once. Everything outside of the edits stays as it is.

    Raises:
        ValueError: when an edit lies outside of the texts.
    """
    places: dict[str, list[_Place]] = {path: [] for path in documents}
    applied: list[Group] = []
    left: list[Group] = []
    for group in groups:
        wanted = {_place(edit, documents) for edit in group}
        if _fit(wanted, places):
            for place in wanted:
                _put(place, places[place.path])
            applied.append(group)
        else:
            left.append(group)
    texts = {path: _edited(documents[path], places[path]) for path in documents}
    return Placed(texts, tuple(applied), tuple(left))


def fits_into(documents: Mapping[str, Document], group: Group) -> bool:
    """Whether all edits of a group lie within the texts, and none touches another."""
    try:
        return _fit({_place(edit, documents) for edit in group}, {path: [] for path in documents})
    except ValueError:
        return False


def are_of_code(documents: Mapping[str, Document], group: Group) -> bool:
    """Whether all edits in a notebook or in Markdown are of code."""
    return all(_is_of_code(edit, documents[edit.span.path]) for edit in group)


def _is_of_code(edit: Edit, document: Document) -> bool:
    try:
        return document.takes(document.offset(*edit.span.start), document.offset(*edit.span.end))
    except ValueError:
        # It lies outside of the text, which is worse.
        return True


def changes_text(documents: Mapping[str, Document], group: Group) -> bool:
    """Whether a group leaves any text other than it is.

    Raises:
        ValueError: when an edit lies outside of the texts.
    """
    places = (_place(edit, documents) for edit in group)
    return any(
        documents[place.path].text[place.start : place.end] != place.text for place in places
    )


def _place(edit: Edit, documents: Mapping[str, Document]) -> _Place:
    document = documents.get(edit.span.path)
    if document is None:
        raise ValueError(f"{edit.span.path} is none of the files at hand")
    start, end = document.offset(*edit.span.start), document.offset(*edit.span.end)
    if end < start:
        raise ValueError(f"what starts on line {edit.span.line} ends before it")
    if not document.takes(start, end):
        raise ValueError(f"line {edit.span.line} of {document.path} is no code")
    return _Place(document.path, start, end, edit.text)


def _fit(wanted: set[_Place], places: Mapping[str, list[_Place]]) -> bool:
    """Whether edits touch neither each other nor any that are already there."""
    in_order = sorted(wanted, key=lambda place: (place.path, place.start, place.end))
    if any(place.touches(following) for place, following in pairwise(in_order)):
        return False
    return not any(
        place != other and place.touches(other)
        for place in wanted
        for other in _beside(place, places[place.path])
    )


def _beside(place: _Place, there: list[_Place]) -> list[_Place]:
    """What a place can touch, of places that are in order and apart."""
    index = bisect_left(there, place.start, key=lambda other: other.start)
    return there[max(index - 1, 0) : index + 2]


def _put(place: _Place, there: list[_Place]) -> None:
    """Add a place that fits, in order."""
    if place not in _beside(place, there):
        insort(there, place, key=lambda other: other.start)


def _edited(document: Document, places: list[_Place]) -> Document:
    return document.edited([(place.start, place.end, place.text) for place in places])


def is_program(text: str) -> bool:
    """Whether a text is a program to this Python, or to a parser that knows newer syntax."""
    return syntax_error(text) is None or _is_read(text)


def still_parses(before: str, after: str) -> bool:
    """Whether a fixed text is a program by the parser that took it before it was fixed."""
    if syntax_error(before) is None:
        return syntax_error(after) is None
    return _is_read(after)


def _is_read(text: str) -> bool:
    from daft_lint.syntax.deep_stack import with_deep_stack
    from daft_lint.syntax.parsing import parse

    try:
        with_deep_stack(lambda: parse(text))
    except SourceSyntaxError:
        return False
    return True
