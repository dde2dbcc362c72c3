"""One file that is read: its text, its tree, where things stand in it, what its hints say."""

from __future__ import annotations

import ast
import re
from bisect import bisect_right
from collections.abc import Sequence
from functools import cached_property
from typing import TYPE_CHECKING

from daft_lint.index.traversal import walk
from daft_lint.modules.hint_facts import Hints
from daft_lint.plan.span import Span
from daft_lint.syntax.source import parsed

if TYPE_CHECKING:
    from daft_lint.documents.document import Document
    from daft_lint.documents.hints import Hint

Definition = ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef
Placed = ast.expr | ast.stmt | ast.arg | ast.keyword | ast.ExceptHandler
"""What has a place in its file."""


class SourceFile:
    """A file that is a Python program."""

    def __init__(self, document: Document, hints: Sequence[Hint] = ()) -> None:
        self.document = document
        self.path = document.path
        self._hints = hints

    @cached_property
    def tree(self) -> ast.Module:
        """The tree of its text."""
        tree = parsed(self.document.text)
        assert isinstance(tree, ast.Module)
        return tree

    @cached_property
    def hints(self) -> Hints:
        """What the hint comments say, by place."""
        return Hints(self._hints, self._blocks() if self._hints else ())

    def _blocks(self) -> list[tuple[int, int]]:
        """The lines of the functions and classes, from the first decorator on."""
        return [
            (
                node.decorator_list[0].lineno if node.decorator_list else node.lineno,
                node.end_lineno or 0,
            )
            for node in walk(self.tree)
            if isinstance(node, Definition)
        ]

    def place(self, line: int, offset: int) -> tuple[int, int]:
        """Line and column, in characters from 1, of a place so many bytes into a line."""
        if offset == 0:
            return line, 1
        text = self.document.lines[line - 1]
        if text.isascii():
            return line, offset + 1
        return line, len(text.encode()[:offset].decode(errors="replace")) + 1

    def start(self, node: Placed) -> tuple[int, int]:
        """Where a node begins."""
        return self.place(node.lineno, node.col_offset)

    def end(self, node: Placed) -> tuple[int, int]:
        """Where a node ends."""
        return self.place(node.end_lineno or node.lineno, node.end_col_offset or 0)

    def between(self, start: tuple[int, int], end: tuple[int, int]) -> Span:
        """A stretch of the file."""
        span = Span(self.path, *start, *end)
        return span if self.document.layout is None else self.document.located(span)

    def span(self, node: ast.AST) -> Span:
        """Where a node stands."""
        if isinstance(node, ast.Module):
            last = len(self.document.lines)
            return self.between((1, 1), (last, len(self.document.lines[-1]) + 1))
        assert isinstance(node, Placed)
        return self.between(self.start(node), self.end(node))

    def name_span(self, node: Definition) -> Span:
        """Where the name of a function or class stands in its definition."""
        text, start = self.document.text, self.document.offset(*self.start(node))
        found = _NAMED.match(text, start)
        assert found is not None
        line, column = self.place_at(found.start(1))
        return self.between((line, column), (line, column + len(node.name)))

    def attribute_start(self, node: ast.Attribute) -> tuple[int, int]:
        """Where the name of an attribute begins."""
        line, column = self.end(node)
        return line, column - len(node.attr)

    def whole_span(self, node: Definition) -> Span:
        """All of a function or class, from its first decorator on."""
        if not node.decorator_list:
            return self.span(node)
        line, column = self.start(node.decorator_list[0])
        text = self.document.text
        at = text.rfind("@", 0, self.document.offset(line, column))
        line_start = self.document.offset(line, 1)
        start = (line, at - line_start + 1) if at >= line_start else (line, column)
        return self.between(start, self.end(node))

    def lines_of(self, node: Definition) -> tuple[int, int]:
        """The first and last lines of a function or class, with its decorators."""
        first = node.lineno
        if node.decorator_list:
            first = node.decorator_list[0].lineno
            while not self.document.lines[first - 1].lstrip().startswith("@"):
                first -= 1
        return first, node.end_lineno or first

    def place_at(self, offset: int) -> tuple[int, int]:
        """Line and column of a place in the text, by the characters before it."""
        starts = self._starts
        line = bisect_right(starts, offset)
        return line, offset - starts[line - 1] + 1

    @cached_property
    def _starts(self) -> list[int]:
        return [self.document.offset(line, 1) for line in range(1, len(self.document.lines) + 1)]

    @cached_property
    def statements(self) -> dict[ast.expr, tuple[ast.stmt, list[ast.stmt]]]:
        """The statements that only assign what a call gives, by the call, with their blocks."""
        found: dict[ast.expr, tuple[ast.stmt, list[ast.stmt]]] = {}
        waiting: list[ast.AST] = [self.tree]
        while waiting:
            node = waiting.pop()
            for name in ("body", "orelse", "finalbody", "handlers", "cases"):
                block = getattr(node, name, None)
                if isinstance(block, list):
                    waiting += block
                    for statement in block:
                        if isinstance(statement, ast.Assign) and isinstance(
                            statement.value, ast.Call
                        ):
                            found[statement.value] = statement, block
        return found

    def text(self, start: tuple[int, int], end: tuple[int, int]) -> str:
        """The text between two places."""
        return self.document.text[self.document.offset(*start) : self.document.offset(*end)]


_NAMED = re.compile(r"(?:async[\s\\]+)?(?:def|class)[\s\\]+(\w)")
