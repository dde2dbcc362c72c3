"""The comments and logical lines of a program, by Python's own tokenizer."""

from __future__ import annotations

from bisect import bisect_left
from dataclasses import dataclass


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

    def _around(self, line: int) -> tuple[int, int] | None:
        place = bisect_left(self.logical_lines, line, key=lambda extent: extent[1])
        if place < len(self.logical_lines) and self.logical_lines[place][0] <= line:
            return self.logical_lines[place]
        return None


def tokenized(text: str) -> Tokens:
    """Tokenize a text; where it stops being Python, what was found up to there."""
    import io
    import tokenize

    comments: list[Comment] = []
    logical: list[tuple[int, int]] = []
    first: int | None = None
    decorated_from: int | None = None
    is_decorator = False
    written_up_to = 0
    quiet = {tokenize.NL, tokenize.INDENT, tokenize.DEDENT, tokenize.ENDMARKER}
    try:
        # newline=None makes every line end the one that the tokenizer counts.
        for token in tokenize.generate_tokens(io.StringIO(text, newline=None).readline):
            kind = token.type
            if kind in quiet:
                continue
            line, column = token.start
            if kind == tokenize.COMMENT:
                comments.append(Comment(token.string, line, column + 1, written_up_to < line))
                continue
            if kind == tokenize.NEWLINE:
                if first is not None:
                    if is_decorator:
                        decorated_from = decorated_from or first
                    else:
                        logical.append((decorated_from or first, line))
                        decorated_from = None
                    first = None
                continue
            written_up_to = token.end[0]
            if first is None:
                first = line
                is_decorator = token.string == "@"
    # ValueError: lone surrogates, from Python 3.12 on.
    except (tokenize.TokenError, SyntaxError, ValueError):
        pass
    return Tokens(tuple(comments), tuple(logical))
