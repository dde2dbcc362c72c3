"""The source of a program, checked by Python itself."""

from __future__ import annotations

import ast
import re
import warnings
from collections.abc import Iterable
from functools import lru_cache
from itertools import accumulate, islice
from math import inf
from symtable import symtable

from daft_lint.documents.lexing import MOST_TOKENS, TokenKind, lexed
from daft_lint.index.code import Index

# LibCST takes seconds for deeper trees, and minutes for much deeper ones. A chain of 1,000 calls is
# about 2,000 deep.
_DEEPEST_TREE = 2_500
# No Python takes 200 open brackets, nor do tokens go on behind them (CPython's `MAXLEVEL`).
_MOST_BRACKETS = 150
# Trees that are kept. One of 300 lines takes about 1 MB.
_MOST_KEPT = 64
# So many texts are known to be programs.
_MOST_KNOWN = 100_000
# Nodes below an expression that take up no character of their own.
_SPARE = 10
# What ends a line for `str.splitlines` alone.
_OTHER_LINE_ENDS = re.compile("[\v\f\x1c-\x1e\x85\u2028\u2029]")
# What holds one token or a part of one.
_PIECE = re.compile(r"\w+|[^\w\s]")
_OPENING, _CLOSING = frozenset("([{"), frozenset(")]}")
_HOLDING = frozenset({TokenKind.OTHER, TokenKind.STRING})
_HOLDING_WORDS = frozenset(
    {"and", "await", "else", "for", "if", "in", "is", "lambda", "not", "or", "yield"}
)


# The hashes of texts that were parsed: most are asked about again.
_PROGRAMS: set[int] = set()


class SourceSyntaxError(Exception):
    """A text that is no Python program. `line` and `column` count from 1.

    `too_deep` marks one that only nests deeper than Python accepts. `needs` is the newer version of
    Python that knows its syntax, None where none does.
    """

    def __init__(
        self,
        message: str,
        line: int,
        column: int,
        *,
        too_deep: bool = False,
        needs: str | None = None,
    ) -> None:
        super().__init__(message)
        self.too_deep = too_deep
        self.needs = needs
        self.message = message
        self.line = line
        self.column = column


def is_program(text: str) -> bool:
    """Whether CPython takes a text for a program that nests no deeper than can be read.

    Most texts take half the time that a tree takes. Some of these may nest too deeply for LibCST,
    which matters only to those who read them with it.
    """
    if hash(text) in _PROGRAMS:
        return True
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            symtable(text, "<text>", "exec")
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        # It looks at more than a parser does.
        return syntax_error(text) is None
    return True


def checked(index: Index) -> Index:
    """The index of a module in which no statement stands where Python refuses to run it.

    Raises:
        SourceSyntaxError: when one does, which a parser doesn't say.
    """
    if index.misplaced is None:
        return index
    line, column, message = index.misplaced
    raise SourceSyntaxError(message, line, column + 1)


def syntax_error(text: str) -> SourceSyntaxError | None:
    """What CPython itself says against a text; it may not know newer syntax than its own."""
    tree = parsed(text)
    return tree if isinstance(tree, SourceSyntaxError) else None


@lru_cache(maxsize=_MOST_KEPT)
def parsed(text: str) -> ast.Module | SourceSyntaxError:
    """The tree that CPython itself makes of a text, or what it says against it.

    The last ones are kept: several questions are asked of each file, one after the other.
    """
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            tree = ast.parse(text)
    except SyntaxError as error:
        message = error.msg or "invalid syntax"
        place = max(error.lineno or 1, 1), max(error.offset or 1, 1)
        return SourceSyntaxError(message, *place, too_deep="too many nested" in message)
    except ValueError as error:
        # Python 3.10 raises this for a NUL, later ones a syntax error.
        return SourceSyntaxError(str(error), 1, 1)
    except (RecursionError, MemoryError):
        return too_deep()
    if len(text) + _SPARE > _DEEPEST_TREE and _depth_exceeds(tree, _Lengths(text), _DEEPEST_TREE):
        return too_deep()
    if len(_PROGRAMS) < _MOST_KNOWN:
        _PROGRAMS.add(hash(text))
    return tree


class _Lengths:
    """At most how many characters nodes are written in."""

    def __init__(self, text: str) -> None:
        lines = [len(line) + 1 for line in text.splitlines()]
        self._starts = [0, *accumulate(lines)]
        # Python counts fewer lines than that, where other characters end some.
        self._counted = not _OTHER_LINE_ENDS.search(text)

    def longest(self, node: ast.AST) -> float:
        """No fewer than those of a node; columns count bytes, which are more."""
        if not self._counted or not isinstance(node, ast.expr | ast.stmt):
            return inf
        line, end, column = node.lineno, node.end_lineno, node.end_col_offset
        if end is None or column is None:
            return inf
        for decorator in getattr(node, "decorator_list", ()):
            line = min(line, decorator.lineno)
        return self._starts[end - 1] - self._starts[line - 1] + column


def _depth_exceeds(tree: ast.AST, lengths: _Lengths, limit: int) -> bool:
    """Whether LibCST's tree of the same code is deeper: it nests `a and b and c`, `ast` doesn't.

    Code is no deeper than it is long, so most needs no look.
    """
    level: list[ast.AST] = [tree]
    for depth in range(limit):
        if any(isinstance(node, ast.BoolOp) and len(node.values) > limit for node in level):
            return True
        level = [
            child
            for node in level
            for child in ast.iter_child_nodes(node)
            if lengths.longest(child) + depth + _SPARE > limit
        ]
        if not level:
            return False
    return True


def nests_deeply(text: str) -> bool:
    """Whether LibCST's tree of a text that this Python can't parse may be too deep, by its tokens.

    It may say yes too often: it counts everything that one expression can hold another by, and all
    `elif`s.
    """
    held, depth, branches = [0], 0, 0
    for token in lexed(text):
        if token.kind is TokenKind.LINE_END:
            held, depth = [0], 0
        elif token.text == ",":
            depth -= held[-1]
            held[-1] = 0
        elif token.text in _CLOSING:
            if len(held) > 1:
                depth -= held.pop()
        elif token.kind in _HOLDING or token.text in _HOLDING_WORDS:
            depth += 1
            held[-1] += 1
            if token.text in _OPENING:
                held.append(0)
        branches += token.text == "elif"
        if max(depth, branches) > _DEEPEST_TREE or len(held) > _MOST_BRACKETS:
            return True
    return False


def check_length(text: str) -> None:
    """Check that a program isn't longer than real ones.

    Raises:
        SourceSyntaxError: when it is.
    """
    if is_too_long(text):
        message = f"more than {MOST_TOKENS:,} tokens, which is too many to read"
        raise SourceSyntaxError(message, 1, 1)


def is_too_long(text: str) -> bool:
    """Whether a program is longer than real ones: its tree would take gigabytes."""
    # Most have fewer characters than that, or fewer words and signs: counting tokens takes longer.
    return (
        len(text) > MOST_TOKENS
        and _more_than(MOST_TOKENS, _PIECE.finditer(text))
        and _more_than(MOST_TOKENS, lexed(text))
    )


def _more_than(most: int, found: Iterable[object]) -> bool:
    return next(islice(found, most, None), None) is not None


def too_deep() -> SourceSyntaxError:
    """The error for code that nests deeper than can be read."""
    return SourceSyntaxError("nested too deeply to be read", 1, 1, too_deep=True)
