"""The tokens of a program, as Python's own tokenizer finds them.

Before Python 3.12 it takes the formatted string `f"{row["path"]}"` apart. That Python can't run
such a file either: it is reported as one for a newer Python, and isn't read.
"""

from __future__ import annotations

import io
import tokenize
from collections.abc import Iterator, Sequence
from enum import Enum
from typing import NamedTuple

from daft_lint.plan.span import Span

# One takes up to 40 microseconds to read: no file takes much longer than 8 seconds. The longest
# module of Python's standard library has some 60,000.
MOST_TOKENS = 200_000
"""A program with more tokens isn't read."""


class TokenKind(Enum):
    """What a token is. LINE_END ends a logical line, BREAK a line within one or of none."""

    COMMENT = "comment"
    STRING = "string"
    WORD = "name or number"
    OTHER = "operator or bracket"
    LINE_END = "end of a logical line"
    BREAK = "end of a line"


_KINDS = {
    tokenize.COMMENT: TokenKind.COMMENT,
    tokenize.STRING: TokenKind.STRING,
    tokenize.NAME: TokenKind.WORD,
    tokenize.NUMBER: TokenKind.WORD,
    tokenize.NEWLINE: TokenKind.LINE_END,
    tokenize.NL: TokenKind.BREAK,
}
_SILENT = frozenset({tokenize.INDENT, tokenize.DEDENT, tokenize.ENDMARKER})
# From Python 3.12 on, the parts of a formatted string are tokens; from 3.14 on, of a template too.
_OPENING, _CLOSING = (
    frozenset(getattr(tokenize, f"{kind}STRING_{place}", -1) for kind in "FT")
    for place in ("START", "END")
)


class Token(NamedTuple):
    """A token. Lines and `column` count from 1, `last` is the line that it ends on."""

    kind: TokenKind
    text: str
    line: int
    column: int
    last: int

    def span(self, path: str) -> Span:
        """Where it stands in a file."""
        width = len(self.text) - self.text.rfind("\n") - 1
        end = self.column + width if self.last == self.line else width + 1
        return Span(path, self.line, self.column, self.last, end)


def lexed(text: str) -> Iterator[Token]:
    """The tokens of a text; where it stops being Python, those up to there.

    A formatted string is one token. A character that begins no token is an operator.
    """
    text = text.replace("\r\n", "\n").replace("\r", "\n")
    lines = text.split("\n")
    opened: list[tuple[int, int]] = []
    try:
        for found in tokenize.generate_tokens(io.StringIO(text).readline):
            if found.type in _OPENING:
                opened.append(found.start)
            elif found.type in _CLOSING:
                start = opened.pop()
                if not opened:
                    string = _between(lines, start, found.end)
                    yield _token(TokenKind.STRING, string, start, found.end)
            elif not opened and found.type not in _SILENT:
                kind = _KINDS.get(found.type, TokenKind.OTHER)
                # Before a quote without a second one, a blank is a token before Python 3.12.
                if kind is TokenKind.OTHER and found.string.isspace():
                    continue
                yield _token(kind, found.string, found.start, found.end)
    # Since Python 3.12 a half of a surrogate pair, which a notebook may hold, is no text to it.
    except (tokenize.TokenError, SyntaxError, UnicodeEncodeError):
        return


_Place = tuple[int, int]


def _token(kind: TokenKind, text: str, start: _Place, end: _Place) -> Token:
    return Token(kind, text, start[0], start[1] + 1, end[0])


def _between(lines: Sequence[str], start: _Place, end: _Place) -> str:
    """The text between two places, whose lines count from 1 and columns from 0."""
    first, *others = lines[start[0] - 1 : end[0]]
    if not others:
        return first[start[1] : end[1]]
    return "\n".join((first[start[1] :], *others[:-1], others[-1][: end[1]]))
