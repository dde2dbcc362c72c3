"""The names of a module, a call of a function, the body of a class or a comprehension."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from enum import Enum
from typing import TYPE_CHECKING

from daft_lint.values.values import ClassValue, FunctionValue, Value

if TYPE_CHECKING:
    import ast

    from daft_lint.modules.source_file import SourceFile


class Kind(Enum):
    """What has names of its own."""

    MODULE = "module"
    FUNCTION = "function"
    CLASS = "class"
    COMPREHENSION = "comprehension"


class Scope:
    """Names, and the scope around them. Those of a class aren't seen from the scopes in it."""

    __slots__ = ("ask", "file", "home", "kind", "names", "parent")

    def __init__(
        self,
        kind: Kind,
        parent: Scope | None = None,
        *,
        file: SourceFile | None = None,
        home: ast.ClassDef | None = None,
    ) -> None:
        self.kind = kind
        self.parent = parent
        self.file: SourceFile | None = parent.file if parent is not None else file
        self.home = home
        self.names: dict[str, Value] = {}
        # Of a module whose statements are followed as names are asked for: what does so.
        self.ask: Callable[[str], Value | None] | None = None

    @property
    def of_functions(self) -> Scope:
        """Where functions that are defined here look names up: not in the class around them."""
        if self.kind is Kind.CLASS and self.parent is not None:
            return self.parent.of_functions
        return self

    @property
    def outermost(self) -> Scope:
        """The scope of the module."""
        scope = self
        while scope.parent is not None:
            scope = scope.parent
        return scope

    def lookup(self, name: str) -> Value | None:
        """What a name stands for here, None when no scope in sight binds it."""
        scope: Scope | None = self
        while scope is not None:
            if scope.kind is not Kind.CLASS or scope is self:
                found = scope.own(name)
                if found is not None:
                    return found
            scope = scope.parent
        return None

    def owner(self, name: str) -> Scope | None:
        """The scope in sight that binds a name by now."""
        scope: Scope | None = self
        while scope is not None:
            if name in scope.names and (scope.kind is not Kind.CLASS or scope is self):
                return scope
            scope = scope.parent
        return None

    def own(self, name: str) -> Value | None:
        """What a name stands for that this scope itself binds."""
        return self.names.get(name) if self.ask is None else self.ask(name)

    def is_from_around(self, name: str) -> bool:
        """Whether a name stands for what the module around some code binds."""
        owner = self.owner(name)
        return self.parent is not None and (owner is None or owner.parent is None)

    def in_sight(self) -> Iterable[Value]:
        """What the names stand for that this scope and those around it bind."""
        scope: Scope | None = self
        while scope is not None:
            yield from scope.names.values()
            scope = scope.parent


def scope_of(value: FunctionValue | ClassValue) -> Scope:
    """The scope that a function or class was defined in."""
    assert isinstance(value.scope, Scope)
    return value.scope
