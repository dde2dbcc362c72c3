"""Where the nodes of a tree stand in their file."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from libcst import matchers
from libcst.metadata import MetadataWrapper, PositionProvider

from daft_lint.plan.span import Span

if TYPE_CHECKING:
    import libcst
    from libcst._position import CodeRange


class Locator:
    """Gives spans of nodes. Positions are computed once, when the first is asked for."""

    def __init__(self, path: str, module: libcst.Module) -> None:
        self._path = path
        self._module = module
        self._ranges: Mapping[libcst.CSTNode, CodeRange] | None = None

    def blocks(self) -> tuple[tuple[int, int], ...]:
        """First and last line of every function and class of the file, header included."""
        found = matchers.findall(self._module, matchers.FunctionDef() | matchers.ClassDef())
        spans = [self.span(node) for node in found]
        return tuple((span.line, span.end_line) for span in spans)

    def span(self, node: libcst.CSTNode) -> Span:
        """The span of a node of this tree."""
        if self._ranges is None:
            wrapper = MetadataWrapper(self._module, unsafe_skip_copy=True)
            self._ranges = wrapper.resolve(PositionProvider)
        place = self._ranges[node]
        return Span(
            self._path,
            place.start.line,
            place.start.column + 1,
            place.end.line,
            place.end.column + 1,
        )
