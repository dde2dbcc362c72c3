"""The statements of a program: their code on one line, and where a comment can stand."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from functools import cached_property
from typing import TYPE_CHECKING

from daft_lint.documents.lexing import TokenKind, lexed
from daft_lint.documents.tokens import tokenized
from daft_lint.records import dataclass

if TYPE_CHECKING:
    from daft_lint.documents.document import Document

_WORD_END = re.compile(r"[\w\"')\]}]$")
_ENDS = {TokenKind.BREAK: "", TokenKind.LINE_END: "\n"}
_WORD_START = re.compile(r"[\w\"']")


@dataclass(frozen=True, slots=True)
class Statement:
    """A logical line: a simple statement, or the header of a compound one with its decorators.

    `code` is its code on one line, without comments. Anything else, such as a comment, is itself.
    `commentable` are the lines of it that a comment can end: not inside of a string, not before a
    backslash.
    """

    first: int
    last: int
    code: str
    commentable: tuple[int, ...]

    def comment_line(self, line: int) -> int:
        """The first line from one on that a comment can end; its last line always can."""
        return next((number for number in self.commentable if number >= line), self.last)


class Statements:
    """The statements of a document, by their lines."""

    def __init__(self, document: Document) -> None:
        self._document = document
        self._tokens = tokenized(document.text)

    def at(self, line: int) -> Statement:
        """The statement that a line, counted from 1, belongs to; else the line by itself."""
        extent = self._tokens.extent(line)
        if extent in self._by_extent:
            return self._by_extent[extent]
        text = " ".join((self._document.line(line) or "").split())
        return Statement(*extent, text, (extent[1],))

    @cached_property
    def _by_extent(self) -> Mapping[tuple[int, int], Statement]:
        parts: dict[tuple[int, int], list[_Part]] = {
            line: [] for line in self._tokens.logical_lines
        }
        for part in _tokens(self._document.text):
            # An unfinished line, or one without code, isn't a logical line.
            parts.get(self._tokens.extent(part.line), []).append(part)
        return {extent: _statement(extent, own) for extent, own in parts.items()}


@dataclass(frozen=True, slots=True)
class _Part:
    """A token of code, or the end of a line: a line feed behind a statement, no text within."""

    text: str
    line: int


def _statement(extent: tuple[int, int], parts: list[_Part]) -> Statement:
    ends = tuple(part.line for part in parts if not part.text.strip())
    return Statement(*extent, _code(part.text for part in parts if part.text), ends)


def _tokens(text: str) -> Iterator[_Part]:
    """The tokens of a text; where it stops being Python, those up to there."""
    for token in lexed(text):
        if token.kind in _ENDS:
            yield _Part(_ENDS[token.kind], token.line)
        elif token.kind is not TokenKind.COMMENT:
            yield _Part(token.text, token.line)


def _code(tokens: Iterable[str]) -> str:
    """Tokens on one line, with blanks where two words would become one, and behind commas."""
    code: list[str] = []
    before = ""
    for token in tokens:
        if before == "," or (_WORD_END.search(before) and _WORD_START.match(token)):
            code.append(" ")
        code.append(" ".join(token.split("\n")))
        before = token
    return "".join(code).strip()
