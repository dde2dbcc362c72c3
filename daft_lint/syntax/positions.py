"""The positions of a tree's nodes, in lines from 1 and columns from 0."""

from __future__ import annotations

from types import TracebackType

import libcst as cst
from libcst._nodes.internal import CodegenState

Place = tuple[int, int, int, int]
"""Line and column of the first character, and of the one behind the last."""


class Positions(CodegenState):
    """Writes a tree as LibCST does, and notes on the way where its nodes begin and end.

    It gives what LibCST's own `PositionProvider` does, in less than half of the time (9.7 s of CPU
    against 23.4 s for 491 files): that one makes three objects a node and looks for line ends in
    every token.
    """

    def __init__(self, module: cst.Module, line: int = 1) -> None:
        """Find all positions of a module, whose text begins on a line."""
        super().__init__(module.default_indent, module.default_newline)
        # A module asks whether anything was written; nothing else asks for what it was.
        self.tokens.append("")
        self.places: dict[cst.CSTNode, Place] = {}
        self._line = line
        self._column = 0
        self._starts: list[tuple[int, int]] = []
        module._codegen(self)

    def add_indent_tokens(self) -> None:
        """The indentation of a line."""
        for token in self.indent_tokens:
            self.add_token(token)

    def add_token(self, value: str) -> None:
        """A piece of the text."""
        if "\n" not in value and "\r" not in value:
            self._column += len(value)
            return
        ended = value.replace("\r\n", "\n").replace("\r", "\n")
        self._line += ended.count("\n")
        self._column = len(ended) - ended.rfind("\n") - 1

    def pop_trailing_newline(self) -> None:
        """The text ends without a line end; nothing stands behind it."""

    def before_codegen(self, node: cst.CSTNode) -> None:
        """A node begins, with the white space that it owns."""
        self._starts.append((self._line, self._column))

    def after_codegen(self, node: cst.CSTNode) -> None:
        """A node ends. Its bounds without white space count, if it has recorded them."""
        line, column = self._starts.pop()
        if node not in self.places:
            self.places[node] = line, column, self._line, self._column

    # LibCST says that it gives what `contextmanager` makes, and only ever enters it.
    def record_syntactic_position(  # type: ignore[override]
        self,
        node: cst.CSTNode,
        *,
        start_node: cst.CSTNode | None = None,
        end_node: cst.CSTNode | None = None,
    ) -> _Syntactic:
        """Note where the code of a node begins and ends, or that of parts that are named."""
        return _Syntactic(self, node, start_node, end_node)

    @property
    def now(self) -> tuple[int, int]:
        """Where the writing stands."""
        return self._line, self._column


class _Syntactic:
    """The time in which the code of a node is written."""

    __slots__ = ("_end_node", "_node", "_positions", "_start", "_start_node")

    def __init__(
        self,
        positions: Positions,
        node: cst.CSTNode,
        start_node: cst.CSTNode | None,
        end_node: cst.CSTNode | None,
    ) -> None:
        self._positions = positions
        self._node = node
        self._start_node = start_node
        self._end_node = end_node
        self._start = positions.now

    def __enter__(self) -> None:
        self._start = self._positions.now

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        places = self._positions.places
        start, end = self._start, self._positions.now
        if self._start_node is not None:
            start = places[self._start_node][:2]
        if self._end_node is not None:
            end = places[self._end_node][2:]
        places[self._node] = (*start, *end)
