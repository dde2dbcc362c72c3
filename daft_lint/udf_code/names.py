"""The meaning of names in a function's body, where the function is defined."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cached_property, lru_cache
from typing import TYPE_CHECKING, Protocol

import libcst as cst

from daft_lint.syntax.traversal import NESTED, children, walk
from daft_lint.udf_code.bindings import (
    Function,
    Home,
    bound_in,
    only_assignment,
)
from daft_lint.udf_code.exception_handlers import around
from daft_lint.udf_code.targets import dotted
from daft_lint.values.values import UNKNOWN, Imported, Value

if TYPE_CHECKING:
    from daft_lint.documents.document import Document
    from daft_lint.plan.span import Span

_Definition = cst.FunctionDef | cst.Lambda | cst.ClassDef
_BINDS_ONLY = (cst.Import, cst.ImportFrom, cst.Global, cst.Nonlocal)


class Code(Protocol):
    """The code of one file, and what the reading of it knows.

    Names that `rebound` has may stand for anything. It is `faithful` if everything stands where its
    span says; edits may be made only then.
    """

    document: Document
    module: cst.Module
    rebound: frozenset[str]
    faithful: bool

    def span(self, node: cst.CSTNode) -> Span:
        """Where a node of the file stands."""
        ...

    def text(self, start: tuple[int, int], end: tuple[int, int]) -> str:
        """The text between two places."""
        ...

    def value(self, expression: cst.CSTNode, around: object, function: cst.CSTNode) -> Value:
        """What an expression in a function stands for, in the scope around that."""
        ...

    def function(
        self, expression: cst.CSTNode, around: object, function: cst.CSTNode
    ) -> tuple[cst.FunctionDef, object] | None:
        """The function of the file that an expression stands for, with the scope around it."""
        ...


class Names:
    """Tells what names in one function mean, and where its nodes stand.

    A name that the function binds anywhere, in what is nested in it too, is unknown everywhere in
    it, unless imports are all that bind it.
    """

    def __init__(self, code: Code, around: object, function: _Definition) -> None:
        """Take the code of a file, and a function of it with the scope around that."""
        self._code = code
        self._around = around
        self._function = function

    def qualified(self, expression: cst.CSTNode) -> str | None:
        """The dotted name of something imported or built in: `requests.get`, `builtins.len`.

        None for all else. What a relative import binds has none.
        """
        if not isinstance(expression, cst.Name | cst.Attribute) or not dotted(expression):
            return None
        value = self.value(expression)
        return value.name if isinstance(value, Imported) else None

    def value(self, expression: cst.CSTNode) -> Value:
        """What the reading of the file knows of an expression; unknown for calls."""
        if isinstance(expression, cst.Call):
            return UNKNOWN
        return self._code.value(expression, self._around, self._function)

    def free(self, node: cst.CSTNode) -> Iterator[cst.Name]:
        """The names read in a node of the function that something outside of it binds."""
        for name in _read_in(node):
            if name.value not in self._bound:
                yield name

    def home(self, name: str) -> Home | None:
        """The nearest function around, or the module, that binds a name; None when none does."""
        return next((home for home in self._homes if name in bound_in(home)), None)

    def assigned(self, name: str) -> cst.BaseExpression | None:
        """The expression of `name = expression`, if that is all that binds a name in its home."""
        home = self.home(name)
        if home is None or name in self._code.rebound:
            return None
        return only_assignment(home, name)

    def span(self, node: cst.CSTNode) -> Span:
        """Where a node of the file stands."""
        return self._code.span(node)

    def code(self, node: cst.CSTNode) -> str:
        """The text of a node as it stands in the file, with the parentheses around it."""
        span = self._code.span(node)
        return self._code.text(span.start, span.end)

    def around(self, node: cst.CSTNode) -> tuple[cst.CSTNode, ...]:
        """All that a node of the file stands in, from the module on, and last itself."""
        return around(node, self._code.module)

    @property
    def document(self) -> Document:
        """The file that is read."""
        return self._code.document

    def function(self, expression: cst.CSTNode) -> tuple[cst.FunctionDef, Names] | None:
        """The function of the file that an expression stands for, and what names mean in it."""
        found = self._code.function(expression, self._around, self._function)
        return None if found is None else (found[0], Names(self._code, found[1], found[0]))

    @property
    def faithful(self) -> bool:
        """Whether everything stands where its span says; edits may be made only then."""
        return self._code.faithful

    @staticmethod
    def walk(node: cst.CSTNode) -> Iterator[cst.CSTNode]:
        """A node and all below it in the order they are written, whitespace left out."""
        return walk(node)

    @cached_property
    def _bound(self) -> frozenset[str]:
        return bound_in(self._function)

    @cached_property
    def _homes(self) -> tuple[Home, ...]:
        """The functions around this one, the nearest first, and the module."""
        module = self._code.module
        return (*_around(module).get(self._function, ()), module)


def _read_in(node: cst.CSTNode) -> Iterator[cst.Name]:
    """The names in a node, without those of attributes, keywords and parameters."""
    waiting = [node]
    while waiting:
        current = waiting.pop()
        if isinstance(current, cst.Name):
            yield current
        elif isinstance(current, cst.Attribute | cst.Arg):
            waiting.append(current.value)
        elif isinstance(current, cst.Param):
            waiting += [part for part in (current.default, current.annotation) if part is not None]
        elif not isinstance(current, _BINDS_ONLY):
            waiting += children(current)


@lru_cache(maxsize=2)
def _around(start: cst.Module) -> dict[cst.CSTNode, tuple[Function, ...]]:
    """The functions that each function and class of a module stands in, the nearest first."""
    found: dict[cst.CSTNode, tuple[Function, ...]] = {}
    waiting: list[tuple[cst.CSTNode, tuple[Function, ...]]] = [(start, ())]
    while waiting:
        node, around = waiting.pop()
        inner = around
        if type(node) in NESTED:
            assert isinstance(node, cst.FunctionDef | cst.Lambda | cst.ClassDef)
            found[node] = around
            inner = around if isinstance(node, cst.ClassDef) else (node, *around)
        waiting += [(child, inner) for child in children(node)]
    return found
