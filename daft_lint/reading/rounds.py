"""What differs from round to round of a loop that is followed as any of its rounds."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

import libcst as cst

from daft_lint.reading.dependence import depending, parameters_given, reads
from daft_lint.reading.values import FunctionValue


class Rounds:
    """Knows the names that hold something of what a loop is over, where code is followed now.

    It goes by the text of loops and functions, so that what objects hold stays out of sight.
    """

    def __init__(self) -> None:
        self._code: cst.CSTNode | None = None
        self._given = frozenset[str]()

    def differ_in(self, *nodes: cst.CSTNode) -> bool:
        """Whether one of some nodes may be another thing in each round."""
        names = self._names
        return bool(names) and reads(nodes, names)

    @contextmanager
    def loop(self, code: cst.CSTNode, targets: set[str]) -> Iterator[None]:
        """Follow the code of a loop that gives its targets something else in each round."""
        with self._inside(code, self._names | targets):
            yield

    @contextmanager
    def call(self, function: FunctionValue, node: cst.CSTNode | None) -> Iterator[None]:
        """Follow a function that is called there; None where its arguments aren't in sight."""
        given = frozenset[str]()
        if isinstance(node, cst.Call) and self._given:
            parameters = [one.name.value for one in function.node.params.params]
            if function.bound_to is not None:
                del parameters[:1]
            given = parameters_given(node, parameters, self._names)
        with self._inside(function.node.body, given):
            yield

    @contextmanager
    def apart(self) -> Iterator[None]:
        """Follow code that is no part of the loop that is followed now."""
        with self._inside(None, frozenset()):
            yield

    @contextmanager
    def _inside(self, code: cst.CSTNode | None, given: frozenset[str]) -> Iterator[None]:
        outer = self._code, self._given
        self._code, self._given = code, given
        try:
            yield
        finally:
            self._code, self._given = outer

    @property
    def _names(self) -> frozenset[str]:
        if self._code is None or not self._given:
            return self._given
        return depending(self._code, self._given)
