"""What one reading of one file carries along."""

from __future__ import annotations

import re
from functools import cached_property
from typing import TYPE_CHECKING

from daft_lint.plan.span import Span
from daft_lint.reading.changes import Changes
from daft_lint.reading.recording import Recorder

if TYPE_CHECKING:
    import libcst

    from daft_lint.documents.document import Document
    from daft_lint.reading.hinting import Hints
    from daft_lint.reading.locating import Locator
    from daft_lint.reading.values import ClassValue, DecoratorValue, FunctionValue

# Evaluated nodes per file. Far above any program written by hand; it bounds what repeated
# inlining can cost.
_BUDGET = 400_000
_GLOBAL = re.compile(
    r"(?:^|[:;])[ \t]*(?:global|nonlocal)[ \t]+(\w+(?:[ \t]*,[ \t]*\w+)*)[ \t]*(?=[;#\r\n]|\Z)",
    re.MULTILINE,
)


class BudgetSpentError(Exception):
    """The file needs more work than one reading may cost. What was read so far stands."""


class Session:
    """The file that is read, what was found in it so far, and how much may still be spent."""

    def __init__(
        self, document: Document, module: libcst.Module, locator: Locator, hints: Hints
    ) -> None:
        self.document = document
        self.module = module
        self.hints = hints
        self.recorder = Recorder()
        self.changes = Changes()
        self.rebound = _names_bound_from_afar(document.text)
        self.functions: list[FunctionValue] = []
        self.classes: list[ClassValue] = []
        self.called: set[libcst.CSTNode] = set()
        self.method_decorators: dict[libcst.CSTNode, DecoratorValue] = {}
        self.call_stack: list[FunctionValue] = []
        self.rebindings: dict[libcst.CSTNode, Span] = {}
        self.assignments: dict[libcst.CSTNode, str] = {}
        self.branches = 0
        self._locator = locator
        self._left = _BUDGET

    def span(self, node: libcst.CSTNode) -> Span:
        """Where a node stands."""
        return self._locator.span(node)

    def span_from(self, first: libcst.CSTNode, last: libcst.CSTNode) -> Span:
        """From the start of one node to the end of another."""
        start, end = self.span(first), self.span(last)
        return Span(start.path, start.line, start.column, end.end_line, end.end_column)

    def text(self, start: tuple[int, int], end: tuple[int, int]) -> str:
        """The text between two places."""
        return self.document.text[self.document.offset(*start) : self.document.offset(*end)]

    @cached_property
    def is_faithful(self) -> bool:
        """Whether everything stands in the file where the tree says it does.

        LibCST moves some form feeds, and with them what follows on the line.
        """
        text = self.document.text
        return "\f" not in text or text.startswith(self._locator.code)

    def spend(self) -> None:
        """Count one evaluated node.

        Raises:
            BudgetSpentError: when the budget of this file is used up.
        """
        self._left -= 1
        if self._left < 0:
            raise BudgetSpentError

    @property
    def where(self) -> str:
        """The function that is being read, for the name of a pipeline."""
        return self.call_stack[-1].name if self.call_stack else "<module>"


def _names_bound_from_afar(text: str) -> frozenset[str]:
    """The names that a function binds for others, by `global` or `nonlocal`: they stay unknown."""
    found = (name for names in _GLOBAL.findall(text) for name in names.split(","))
    return frozenset(name.strip() for name in found)
