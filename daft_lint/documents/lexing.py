"""The tokens of a program, the same whatever Python this runs on.

Python's own tokenizer reads nested quotes as its own version does: before 3.12 it takes the
formatted string `f"{row["path"]}"` apart, and what follows with it.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from enum import Enum
from typing import NamedTuple

from daft_lint.plan.span import Span

_PREFIX = r"[uU]|[bB][rR]?|[rR][bB]?"
_PLAIN = rf"(?:{_PREFIX})?"
_FORMATTED = r"(?:[fFtT][rR]?|[rR][fFtT])"
_DIGITS = r"[0-9](?:_?[0-9])*"
_QUOTED = r"""
    \"{3}[^\"\\]*(?:(?:\\.|\"(?!\"\"))[^\"\\]*)*\"{3}
    |'''[^'\\]*(?:(?:\\.|'(?!''))[^'\\]*)*'''
    |(?!\"\"\")\"[^\n\"\\]*(?:\\.[^\n\"\\]*)*\"
    |(?!''')'[^\n'\\]*(?:\\.[^\n'\\]*)*'
"""
_TOKEN = re.compile(
    rf"""
    [ \t\f]*(?:
    (?P<name>[^\W\d]\w*(?![\w\"']))
    |(?P<comment>\#[^\n]*)
    |(?P<end>\n)
    |(?P<formatted>{_FORMATTED}(?:\"\"\"|'''|\"|'))
    |(?P<string>{_PLAIN}(?:{_QUOTED}))
    |(?P<unclosed>{_PLAIN}(?:\"\"\"|'''))
    |(?P<number>
        0[xX](?:_?[0-9a-fA-F])+|0[bB](?:_?[01])+|0[oO](?:_?[0-7])+
        |(?:{_DIGITS}\.(?:{_DIGITS})?|\.{_DIGITS}|{_DIGITS})(?:[eE][-+]?{_DIGITS})?[jJ]?
    )(?!(?:{_PREFIX}|{_FORMATTED})[\"'])
    |(?P<word>\w+)
    |(?P<joint>\\\n)
    |(?P<other>.)
    |(?P<nothing>\Z)
    )
    """,
    re.VERBOSE | re.DOTALL,
)
_PREFIXES, _FORMATTING = "bBrRuUfFtT", frozenset("fFtT")
# Ends of a part of a formatted string, outside of its fields and within.
_IN_TEXT = re.compile(r"\\N\{|\\.|\{\{|[{}\n\"']", re.DOTALL)
_IN_FIELD = re.compile(
    rf"\#[^\n]*|{_FORMATTED}(?:\"\"\"|'''|\"|')|{_PLAIN}[\"']|\w+|[][(){{}}:]", re.DOTALL
)
_DEEPEST_STRING = 50
_LONGEST_FIELD = 20_000


class TokenKind(Enum):
    """What a token is. LINE_END ends a logical line, BREAK a line within one or of none."""

    COMMENT = "comment"
    STRING = "string"
    WORD = "name or number"
    OTHER = "one character of an operator or bracket"
    LINE_END = "end of a logical line"
    BREAK = "end of a line"


class Token(NamedTuple):
    """A token. Lines and `column` count from 1, `last` is the line that it ends on."""

    kind: TokenKind
    text: str
    line: int
    column: int
    last: int

    @property
    def is_formatted(self) -> bool:
        """Whether it is a string with fields, which hold code."""
        return self.kind is TokenKind.STRING and _is_formatted(self.text)

    def span(self, path: str) -> Span:
        """Where it stands in a file."""
        width = len(self.text) - self.text.rfind("\n") - 1
        end = self.column + width if self.last == self.line else width + 1
        return Span(path, self.line, self.column, self.last, end)


def _is_formatted(string: str) -> bool:
    """Whether a string, or what stands before its quote, says that there are fields in it."""
    prefix = string[: len(string) - len(string.lstrip(_PREFIXES))]
    return not _FORMATTING.isdisjoint(prefix)


def lexed(text: str) -> Iterator[Token]:
    """The tokens of a text; where it stops being Python, those up to there.

    A formatted string is one token. A character that begins no token is an operator.
    """
    text = text.replace("\r\n", "\n").replace("\r", "\n")
    place, line, line_start = 0, 1, 0
    depth = 0
    has_code = False
    while place < len(text):
        found = _TOKEN.match(text, place)
        assert found is not None, "any character matches"
        group = found.lastgroup or ""
        start, place = found.span(group)
        if group == "formatted":
            place = _end_of_formatted(text, place, found[group].lstrip("fFtTrR"), 0)
            if place < 0 and found[group][-3:] in ('"""', "'''"):
                return
            # A quote without a second one is no string.
            place = place if place > 0 else found.end() - 1
        elif group in ("unclosed", "nothing"):
            break
        written = text[start:place]
        first, column = line, start - line_start + 1
        if group in _MAY_SPAN_LINES and "\n" in written:
            line += written.count("\n")
            line_start = start + written.rfind("\n") + 1
        if group == "comment":
            yield Token(TokenKind.COMMENT, written, first, column, line)
        elif group == "end":
            kind = TokenKind.LINE_END if has_code and not depth else TokenKind.BREAK
            yield Token(kind, written, first, column, first)
            has_code = has_code and kind is TokenKind.BREAK
        elif group != "joint":
            has_code = True
            if group == "other":
                depth = _nested(depth, written)
            yield Token(_KINDS.get(group, TokenKind.WORD), written, first, column, line)
    else:
        group = "nothing"
    if group == "nothing" and has_code and not depth:
        yield Token(TokenKind.LINE_END, "", line, place - line_start + 1, line)


_MAY_SPAN_LINES = frozenset({"end", "formatted", "joint", "string"})
_KINDS = {
    "formatted": TokenKind.STRING,
    "string": TokenKind.STRING,
    "other": TokenKind.OTHER,
}


def _nested(depth: int, character: str) -> int:
    """How many brackets are open behind a character."""
    if character in "([{":
        return depth + 1
    return max(0, depth - 1) if character in ")]}" else depth


def _end_of_formatted(text: str, place: int, quote: str, depth: int) -> int:
    """Where a formatted string ends whose text begins at a place; -1 if it never does."""
    while (found := _IN_TEXT.search(text, place)) is not None:
        place, written = found.end(), found.group()
        if written == "{":
            place = _end_of_field(text, place, quote, depth)
            if place < 0:
                return -1
        elif written == "\\N{":
            place = max(place, text.find("}", place) + 1)
        elif written == "\n" and len(quote) == 1:
            return -1
        elif written == quote[0] and text.startswith(quote, found.start()):
            return found.start() + len(quote)
    return -1


def _end_of_field(text: str, place: int, quote: str, depth: int) -> int:
    """Behind the `}` of a replacement field whose expression begins at a place; -1 without one."""
    if depth > _DEEPEST_STRING:
        return -1
    farthest, brackets = place + _LONGEST_FIELD, 0
    while (found := _IN_FIELD.search(text, place, farthest)) is not None:
        place, written = found.end(), found.group()
        if written[-1] in "\"'":
            place = _end_of_string(text, found, depth)
            if place < 0:
                return -1
        elif written in ("(", "[", "{"):
            brackets += 1
        elif written == "}" and not brackets:
            return place
        elif written in (")", "]", "}"):
            brackets -= 1
        elif written == ":" and not brackets:
            return _end_of_format(text, place, quote, depth)
    return -1


def _end_of_string(text: str, opened: re.Match[str], depth: int) -> int:
    """Where a string in a field ends that has just been opened; -1 if it never does."""
    opening = opened.group()
    quote = opening.lstrip("bBfFrRtTuU")
    if opening[0] in "fFtT" or opening[1:2] in tuple("fFtT"):
        return _end_of_formatted(text, opened.end(), quote, depth + 1)
    found = _TOKEN.match(text, opened.start())
    return found.end() if found is not None and found.lastgroup == "string" else -1


def _end_of_format(text: str, place: int, quote: str, depth: int) -> int:
    """Behind the `}` that ends a field, from its format on; -1 without one."""
    while (found := _IN_TEXT.search(text, place)) is not None:
        place, written = found.end(), found.group()
        if written == "}":
            return place
        if written in ("{", "{{"):
            # In a format, two braces are two fields.
            place = _end_of_field(text, found.start() + 1, quote, depth + 1)
            if place < 0:
                return -1
        elif written == quote[0] and text.startswith(quote, found.start()):
            return -1
    return -1
