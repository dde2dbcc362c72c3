"""The spans of a tree's nodes in their file."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property

import libcst as cst

from daft_lint.documents.layout import Layout
from daft_lint.plan.span import Span
from daft_lint.syntax.positions import Place, Positions


class Locator:
    """Gives spans of nodes, which are computed once, when the first is asked for."""

    def __init__(
        self,
        path: str,
        module: cst.Module,
        layout: Layout | None = None,
    ) -> None:
        """Locate in a module."""
        self._path = path
        self._module = module
        self._layout = layout

    def span(self, node: cst.CSTNode) -> Span:
        """The span of a node of this tree."""
        line, column, end_line, end_column = self._places[node]
        span = Span(self._path, line, column + 1, end_line, end_column + 1)
        return span if self._layout is None else self._layout.located(span)

    def holds(self, node: cst.CSTNode) -> bool:
        """Whether a node is one of this tree."""
        return node in self._places

    @cached_property
    def _places(self) -> Mapping[cst.CSTNode, Place]:
        return Positions(self._module).places
