"""The scopes of a module: what is bound in each, and which scope a name belongs to."""

from __future__ import annotations

import ast
from dataclasses import dataclass, field

from daft_lint.index.bindings import Binding, Reaching

ScopeNode = (
    ast.Module
    | ast.ClassDef
    | ast.FunctionDef
    | ast.AsyncFunctionDef
    | ast.Lambda
    | ast.ListComp
    | ast.SetComp
    | ast.DictComp
    | ast.GeneratorExp
)
_CLASSES = ast.ClassDef


@dataclass(slots=True, eq=False)
class Scope:
    """A module, class, function, lambda or comprehension.

    `locals` are the names that it binds itself, `outer` those that a `global` or `nonlocal` gives
    to another scope. `bindings` are all of each name in their order, `final` those that reach the
    end. `carried` tells what the rounds of a loop leave of a name.
    """

    node: ScopeNode
    parent: Scope | None
    locals: frozenset[str] = frozenset()
    outer: dict[str, Scope | None] = field(default_factory=dict)
    bindings: dict[str, list[Binding]] = field(default_factory=dict)
    final: dict[str, tuple[Reaching, ...]] = field(default_factory=dict)
    carried: dict[tuple[ast.AST, str], tuple[Reaching, ...]] = field(default_factory=dict)

    @property
    def is_class(self) -> bool:
        """Whether it is a class, whose names the functions in it don't see."""
        return isinstance(self.node, _CLASSES)

    def owner(self, name: str) -> Scope | None:
        """The scope that a name in this one belongs to; None: a builtin, or nobody's."""
        if name in self.outer:
            return self.outer[name]
        if name in self.locals:
            return self
        around = self.parent
        while around is not None:
            if not around.is_class:
                if name in around.outer:
                    return around.outer[name]
                if name in around.locals:
                    return around
            around = around.parent
        return None
