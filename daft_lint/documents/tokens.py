"""The comments and logical lines of a program."""

from __future__ import annotations

from bisect import bisect_left
from functools import lru_cache
from itertools import islice

from daft_lint.documents.lexing import MOST_TOKENS, TokenKind, lexed
from daft_lint.records import dataclass


@dataclass(frozen=True, slots=True)
class Comment:
    """A comment, from its `#` on. `alone` when nothing else stands on its line.

    `line` and `column` count from 1.
    """

    text: str
    line: int
    column: int
    alone: bool


@dataclass(frozen=True, slots=True)
class Tokens:
    """The comments of a text and its logical lines, as (first, last) physical line.

    A logical line is a simple statement, or the header of a compound one: a `def` with its
    parameters, without its body. Decorators are joined to the header they decorate.
    """

    comments: tuple[Comment, ...]
    logical_lines: tuple[tuple[int, int], ...]

    def extent(self, line: int) -> tuple[int, int]:
        """The logical line that a physical line belongs to; itself when it belongs to none."""
        return self._around(line) or (line, line)

    def following(self, line: int) -> tuple[int, int]:
        """The first logical line after a physical one; itself when none follows."""
        place = bisect_left(self.logical_lines, line, key=lambda extent: extent[0])
        return self.logical_lines[place] if place < len(self.logical_lines) else (line, line)

    def meant(self, comment: Comment) -> tuple[int, int]:
        """The logical line that a comment is about: the one it stands in, else the next."""
        return self._around(comment.line) or self.following(comment.line)

    def comment_on(self, line: int) -> Comment | None:
        """The comment on a physical line; None when there is none."""
        place = bisect_left(self.comments, line, key=lambda comment: comment.line)
        if place < len(self.comments) and self.comments[place].line == line:
            return self.comments[place]
        return None

    def _around(self, line: int) -> tuple[int, int] | None:
        place = bisect_left(self.logical_lines, line, key=lambda extent: extent[1])
        if place < len(self.logical_lines) and self.logical_lines[place][0] <= line:
            return self.logical_lines[place]
        return None


# Each comment in a text may ask the same.
@lru_cache(maxsize=2)
def tokenized(text: str) -> Tokens:
    """Tokenize a text, up to where it stops being Python or gets too long to be read."""
    comments: list[Comment] = []
    logical: list[tuple[int, int]] = []
    first: int | None = None
    decorated_from: int | None = None
    is_decorator = False
    written_up_to = 0
    for token in islice(lexed(text), MOST_TOKENS):
        if token.kind is TokenKind.BREAK:
            continue
        if token.kind is TokenKind.COMMENT:
            alone = written_up_to < token.line
            comments.append(Comment(token.text, token.line, token.column, alone))
        elif token.kind is TokenKind.LINE_END:
            if first is not None and is_decorator:
                decorated_from = decorated_from or first
            elif first is not None:
                logical.append((decorated_from or first, token.line))
                decorated_from = None
            first = None
        else:
            written_up_to = token.last
            if first is None:
                first = token.line
                is_decorator = token.text == "@"
    return Tokens(tuple(comments), tuple(logical))
