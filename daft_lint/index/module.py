"""The index of a module: plain data, made in one pass."""

from __future__ import annotations

import ast
from dataclasses import dataclass, field

from daft_lint.index.bindings import Binding, Reaching
from daft_lint.index.scopes import Scope, ScopeNode


@dataclass(frozen=True, slots=True, eq=False)
class CallSite:
    """A call, and the scope that it stands in."""

    node: ast.Call
    scope: Scope


@dataclass(frozen=True, slots=True, eq=False)
class AttributeWrite:
    """A place that sets or deletes an attribute of an `owner`: `settings.SIZE = 1`."""

    name: str
    owner: ast.expr
    scope: Scope


@dataclass(slots=True, eq=False)
class ModuleIndex:
    """What one pass over a module found.

    `uses` tell which bindings of its own scope reach a name where it is read, and an attribute or
    item that the scope itself sets; a name that isn't there belongs to an outer scope. `changes`
    are the changes in place of what the scope that does it hasn't bound.
    """

    tree: ast.Module
    scope: Scope
    scopes: dict[ScopeNode, Scope] = field(default_factory=dict)
    uses: dict[ast.expr, tuple[Reaching, ...]] = field(default_factory=dict)
    scope_of: dict[ast.expr, Scope] = field(default_factory=dict)
    calls: list[CallSite] = field(default_factory=list)
    imports: list[ast.Import | ast.ImportFrom] = field(default_factory=list)
    writes: list[AttributeWrite] = field(default_factory=list)
    changes: list[tuple[Binding, Scope]] = field(default_factory=list)

    def reaching(self, name: ast.Name) -> tuple[Reaching, ...]:
        """What reaches a use of a name; of another scope's, what reaches the end of that."""
        if name in self.uses:
            return self.uses[name]
        owner = self.scope_of[name].owner(name.id)
        return () if owner is None else owner.final.get(name.id, ())
