"""Where the nodes of a tree stand in their file."""

from __future__ import annotations

from functools import cached_property

import libcst as cst
from libcst.metadata import CodeRange, PositionProvider

from daft_lint.documents.layout import Layout
from daft_lint.plan.span import Span
from daft_lint.reading.walking import walk

_BLOCKS = (cst.FunctionDef, cst.ClassDef)


class Locator:
    """Gives spans of nodes. Positions are computed once, when the first is asked for."""

    def __init__(self, path: str, module: cst.Module, layout: Layout | None = None) -> None:
        self._path = path
        self._module = module
        self._layout = layout

    def blocks(self) -> tuple[tuple[int, int], ...]:
        """First and last line of every function and class of the file, header included."""
        found = [node for node in walk(self._module) if isinstance(node, _BLOCKS)]
        spans = [self.span(node) for node in found]
        return tuple((span.line, span.end_line) for span in spans)

    def span(self, node: cst.CSTNode) -> Span:
        """The span of a node of this tree."""
        place = self._positions.place(node)
        span = Span(
            self._path,
            place.start.line,
            place.start.column + 1,
            place.end.line,
            place.end.column + 1,
        )
        return span if self._layout is None else self._layout.located(span)

    def holds(self, node: cst.CSTNode) -> bool:
        """Whether a node is one of this tree."""
        return self._positions.holds(node)

    @property
    def code(self) -> str:
        """The code of the whole tree, as positions count it."""
        return self._module.code

    @cached_property
    def _positions(self) -> _Positions:
        return _Positions(self._module)


class _Positions(PositionProvider):
    """The positions in a module. A `MetadataWrapper` would walk the tree once more for the same."""

    def __init__(self, module: cst.Module) -> None:
        super().__init__()
        self._gen_impl(module)

    def holds(self, node: cst.CSTNode) -> bool:
        return node in self._computed

    def place(self, node: cst.CSTNode) -> CodeRange:
        place = self._computed[node]
        assert isinstance(place, CodeRange)
        return place
