"""Where the nodes of a sketch stand, worked out for those that are asked for."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator, Mapping
from enum import IntEnum

import libcst as cst

from daft_lint.reading.positions import Place


class Kind(IntEnum):
    """How the place of a node comes from nodes of Python's own tree."""

    NODE = 0
    """It is that of a node, but for the parentheses around it."""
    SPAN = 1
    """It reaches from one node to another."""
    ATTRIBUTE = 2
    """It is the last name of an attribute."""
    DEFINED = 3
    """It is the name of a function or class."""
    DECORATOR = 4
    """It is a decorator, with its sign."""
    KEYWORD = 5
    """It is the name of a keyword argument."""
    PARAMETER = 6
    """It is the name of a parameter, with the stars before it."""
    WHOLE = 7
    """It is that of a node, with its own parentheses if it is a tuple."""
    SHIFTED = 8
    """It stands in a piece that was parsed alone, behind an opening parenthesis."""


Found = tuple[object, ...]
"""A kind, and the nodes that it names."""
_DEFINITION = re.compile(r"(?:async(?:\s|\\\n)+)?(?:def|class)(?:\s|\\\n)+")
_COMMENT = re.compile(r"#[^\n]*")
_NO_CODE = re.compile(r"(?:[ \t\r\n\\]|#[^\n]*)*")
_CLOSING = re.compile(r"#[^\n]*|[),]")


class SketchPlaces(Mapping[cst.CSTNode, Place]):
    """Places by nodes, in lines from 1 and columns from 0, counted in characters.

    `found` tells by the identity of each node where it comes from.
    """

    def __init__(self, text: str, found: dict[int, Found]) -> None:
        self.lines = text.split("\n")
        self._plain = text.isascii()
        self._found = found
        self._kept: list[cst.CSTNode] = []

    def __contains__(self, node: object) -> bool:
        return id(node) in self._found

    def __iter__(self) -> Iterator[cst.CSTNode]:
        raise TypeError("places are known by node only")

    def __len__(self) -> int:
        return len(self._found)

    def __getitem__(self, node: cst.CSTNode) -> Place:
        kind, *rest = self._found[id(node)]
        if kind is Kind.NODE:
            return self.of(rest[0])
        if kind is Kind.SPAN:
            return (*self.of(rest[0])[:2], *self.of(rest[1])[2:])
        return self._special(kind, rest)

    def keep(self, node: cst.CSTNode) -> None:
        """Keep nodes alive that are no part of the tree: no other may get their identity."""
        self._kept.append(node)

    def of(self, node: object) -> Place:
        """Where a node of Python's tree stands, without the parentheses around it."""
        line, column, end_line, end_column = _raw(node)
        start, end = self._column(line, column), self._column(end_line, end_column)
        if isinstance(node, ast.GeneratorExp) or (
            isinstance(node, ast.Tuple) and self.is_parenthesized(node)
        ):
            return self._inner(node, (line, start), (end_line, end))
        return line, start, end_line, end

    def text(self, node: ast.expr) -> str:
        """The text of a node."""
        line, column, end_line, end_column = _raw(node)
        return self.between((line, column), (end_line, end_column))

    def between(self, start: tuple[int, int], end: tuple[int, int]) -> str:
        """The text between two places of Python's tree."""
        (line, column), (end_line, end_column) = start, end
        column, end_column = self._column(line, column), self._column(end_line, end_column)
        return self._between((line, column), (end_line, end_column))

    def says(self, word: str, node: ast.stmt) -> bool:
        """Whether a statement begins with a word."""
        column = self._column(node.lineno, node.col_offset)
        return self.lines[node.lineno - 1].startswith(word, column)

    def is_parenthesized(self, node: ast.Tuple) -> bool:
        """Whether the parentheses around a tuple are its own, not those of its first item."""
        if not node.elts:
            return True
        start, (line, column, *end) = _raw(node), _raw(node.elts[0])
        if start[:2] == (line, column):
            return False
        opened = _without_comments(self.between(start[:2], (line, column))).count("(")
        following = _raw(node.elts[1])[:2] if len(node.elts) > 1 else start[2:]
        behind = _without_comments(self.between((end[0], end[1]), following))
        return opened > behind.partition(",")[0].count(")")

    def is_first_of_line(self, node: ast.stmt) -> bool:
        """Whether a statement begins a line, which isn't the rest of the one before."""
        line = node.lineno - 1
        before = self.lines[line - 1].rstrip("\r") if line else ""
        start = self.lines[line][: self._column(node.lineno, node.col_offset)]
        return not start.strip() and not before.endswith("\\")

    def _between(self, start: tuple[int, int], end: tuple[int, int]) -> str:
        (line, column), (end_line, end_column) = start, end
        if line == end_line:
            return self.lines[line - 1][column:end_column]
        first, last = self.lines[line - 1][column:], self.lines[end_line - 1][:end_column]
        return "\n".join((first, *self.lines[line : end_line - 1], last))

    def _column(self, line: int, column: int) -> int:
        """Python counts bytes."""
        if self._plain:
            return column
        text = self.lines[line - 1]
        return column if text.isascii() else len(text.encode()[:column].decode())

    def _special(self, kind: object, rest: list[object]) -> Place:
        if kind is Kind.SHIFTED:
            place, line, column = rest
            assert isinstance(place, tuple)
            assert isinstance(line, int)
            assert isinstance(column, int)
            return _shifted(place, line, column)
        node = rest[0]
        line, column, end_line, end_column = _raw(node)
        if kind is Kind.ATTRIBUTE:
            assert isinstance(node, ast.Attribute)
            end = self._column(end_line, end_column)
            return end_line, end - len(node.attr), end_line, end
        start = self._column(line, column)
        if kind is Kind.WHOLE:
            return line, start, end_line, self._column(end_line, end_column)
        if kind is Kind.PARAMETER:
            assert isinstance(node, ast.arg)
            return line, start - len(str(rest[1])), line, start + len(node.arg)
        if kind is Kind.KEYWORD:
            assert isinstance(node, ast.keyword)
            return line, start, line, start + len(node.arg or "")
        if kind is Kind.DECORATOR:
            before = self.lines[line - 1].rfind("@", 0, start)
            if before < 0:
                raise KeyError(node)
            return line, before, *self.of(node)[2:]
        assert isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef)
        header = _DEFINITION.match(self.lines[line - 1], start)
        if header is None or not self.lines[line - 1].startswith(node.name, header.end()):
            raise KeyError(node)
        return line, header.end(), line, header.end() + len(node.name)

    def _inner(self, node: ast.GeneratorExp | ast.Tuple, start: Point, end: Point) -> Place:
        """What stands between the first and the last parenthesis."""
        end = end[0], end[1] - 1
        before = _NO_CODE.match(self._between(start, end), 1)
        first = _moved(start, before.group()) if before is not None else start
        first = first[0], first[1] + (first[0] == start[0])
        inner = _last_of(node)
        if inner is None:
            return (*first, *first)
        line, column = _raw(inner)[2:]
        last = line, self._column(line, column)
        behind = self._between(last, end)
        ends = [one.end() for one in _CLOSING.finditer(behind) if not one.group().startswith("#")]
        return (*first, *_moved(last, behind[: ends[-1]] if ends else ""))


Point = tuple[int, int]


def _last_of(node: ast.GeneratorExp | ast.Tuple) -> ast.expr | None:
    """What is written last in it."""
    if isinstance(node, ast.Tuple):
        return node.elts[-1] if node.elts else None
    clause = node.generators[-1]
    return clause.ifs[-1] if clause.ifs else clause.iter


def _raw(node: object) -> tuple[int, int, int, int]:
    """The place of a node in bytes; `getattr` serves all kinds that have one."""
    line, column = getattr(node, "lineno"), getattr(node, "col_offset")  # noqa: B009
    return line, column, getattr(node, "end_lineno"), getattr(node, "end_col_offset")  # noqa: B009


def _without_comments(text: str) -> str:
    return _COMMENT.sub("", text)


def _moved(start: tuple[int, int], text: str) -> tuple[int, int]:
    """The place behind a text that begins somewhere."""
    line, column = start
    lines = text.count("\n")
    if not lines:
        return line, column + len(text)
    return line + lines, len(text) - text.rfind("\n") - 1


def _shifted(place: Place, line: int, column: int) -> Place:
    """A place in a piece of text, where that begins in its file, without the parenthesis."""
    first, start, last, end = place
    if first == 1:
        start += column - 1
    if last == 1:
        end += column - 1
    return first + line - 1, start, last + line - 1, end
