"""The scopes of a file, by Python's rules: what may have bound its names.

LibCST tells this too, but looks at every node of a file for it, which took a third to a half of the
time of a migration (profiled on Daft's own tests).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from enum import Enum, auto

import libcst as cst

from daft_lint.udf_code.targets import parts

Node = cst.CSTNode

# To ask a node for its type is much faster than to ask a class of LibCST for its instances.
_COMPREHENSIONS: frozenset[type[Node]] = frozenset(
    {cst.ListComp, cst.SetComp, cst.DictComp, cst.GeneratorExp}
)
_IMPORTS: frozenset[type[Node]] = frozenset({cst.Import, cst.ImportFrom})
_NAMED = (
    cst.FunctionDef,
    cst.ClassDef,
    cst.Param,
    cst.TypeAlias,
    cst.TypeVar,
    cst.TypeVarTuple,
    cst.ParamSpec,
)
_TARGETED = (
    cst.AssignTarget,
    cst.AnnAssign,
    cst.AugAssign,
    cst.For,
    cst.CompFor,
    cst.NamedExpr,
)
_BINDING: frozenset[type[Node]] = frozenset(
    {
        *_IMPORTS,
        *_NAMED,
        *_TARGETED,
        cst.Global,
        cst.Nonlocal,
        cst.AsName,
        cst.MatchAs,
        cst.MatchStar,
        cst.MatchMapping,
    }
)
_OPENING: frozenset[type[Node]] = _COMPREHENSIONS | {
    cst.Param,
    cst.FunctionDef,
    cst.Lambda,
    cst.ClassDef,
    cst.TypeAlias,
    cst.CompFor,
}


class Kind(Enum):
    """What a scope belongs to; `TYPES` is one of type parameters."""

    MODULE = auto()
    FUNCTION = auto()
    CLASS = auto()
    COMPREHENSION = auto()
    TYPES = auto()


@dataclass(eq=False, slots=True)
class Scope:
    """Names that are bound together. `elsewhere` says where to look for those declared away."""

    kind: Kind
    parent: Scope | None
    bound: dict[str, set[Binding]] = field(default_factory=dict)
    elsewhere: dict[str, Scope] = field(default_factory=dict)

    def binding(self, name: str) -> Scope:
        """The scope that binds a name that stands in this one; the module for one of no scope."""
        scope = self
        while True:
            while name in scope.elsewhere:
                scope = scope.elsewhere[name]
            if name in scope.bound or scope.parent is None:
                return scope
            scope = scope.around

    @property
    def around(self) -> Scope:
        """The next scope whose names are seen here: those of a class are seen by itself alone."""
        assert self.parent is not None
        scope = self.parent
        while scope.kind is Kind.CLASS and self.kind is not Kind.TYPES:
            assert scope.parent is not None
            scope = scope.parent
        return scope


@dataclass(frozen=True, eq=False, slots=True)
class Binding:
    """Something that binds a name.

    `node` is the definition, the parameter or the import; else the name where it is bound.
    """

    name: str
    scope: Scope
    node: Node

    @property
    def is_import(self) -> bool:
        """Whether an import binds it."""
        return type(self.node) in _IMPORTS


class Scopes:
    """The scopes of a file."""

    def __init__(self, nodes: Iterable[Node], parent: Callable[[Node], Node | None]) -> None:
        """Find them.

        Args:
            nodes: All nodes of the file.
            parent: Gives the node around a node.
        """
        self._parent = parent
        self._of: dict[tuple[Node, Kind], Scope] = {}
        binding = [node for node in nodes if type(node) in _BINDING and not self._is_imported(node)]
        for node in binding:
            if isinstance(node, cst.Global | cst.Nonlocal):
                self._declare(node)
        declared = []
        for node in binding:
            for name, place in _bound_by(node):
                scope = self._scope_of(place, node)
                if name in scope.elsewhere:
                    declared.append((scope, name, place))
                else:
                    self._bind(scope, name, place)
        for scope, name, place in declared:
            self._bind(scope.binding(name), name, place)

    def bound_at(self, node: Node, name: str) -> frozenset[Binding]:
        """What may have bound a name that would stand where a node is; builtins left out."""
        return frozenset(self._around(node).binding(name).bound.get(name, ()))

    def _is_imported(self, node: Node) -> bool:
        """Whether it is the `as name` of an import, which binds that itself."""
        return type(node) is cst.AsName and type(self._parent(node)) is cst.ImportAlias

    def _declare(self, node: cst.Global | cst.Nonlocal) -> None:
        scope = self._around(node)
        if scope.parent is None:
            return
        home = scope.around
        while isinstance(node, cst.Global) and home.parent is not None:
            home = home.parent
        for item in node.names:
            scope.elsewhere[item.name.value] = home

    def _bind(self, scope: Scope, name: str, place: Node) -> None:
        scope.bound.setdefault(name, set()).add(Binding(name, scope, place))

    def _scope_of(self, place: Node, node: Node) -> Scope:
        """Where a node binds what stands in a place: `:=` does around comprehensions."""
        scope = self._around(place)
        while type(node) is cst.NamedExpr and scope.kind is Kind.COMPREHENSION:
            scope = scope.around
        return scope

    def _around(self, node: Node) -> Scope:
        """The scope that a node stands in; of a definition, that which it is bound in."""
        below, above = node, self._parent(node)
        while above is not None:
            found = self._opened(above, below)
            if found is not None:
                return found
            below, above = above, self._parent(above)
        return self._scope(below, Kind.MODULE)

    def _opened(self, above: Node, below: Node) -> Scope | None:
        """The scope that a node opens for one right below it; None when it opens none."""
        if type(above) not in _OPENING:
            return None
        if isinstance(above, cst.Param):
            # What it holds but its name stands where its function does.
            function = self._parent(self._parent(above) or above)
            return self._outside(function) if function and below is not above.name else None
        if isinstance(above, cst.FunctionDef | cst.Lambda) and below in (above.body, above.params):
            return self._scope(above, Kind.FUNCTION)
        if isinstance(above, cst.ClassDef) and below is above.body:
            return self._scope(above, Kind.CLASS)
        if isinstance(above, cst.FunctionDef | cst.ClassDef):
            within = below is not above.name and type(below) is not cst.Decorator
            return self._outside(above) if within else None
        if isinstance(above, cst.TypeAlias):
            return self._scope(above, Kind.TYPES) if below is not above.name else None
        if isinstance(above, cst.CompFor) and below is above.iter:
            # The first one is worked out before there is anything of the comprehension.
            whole = self._parent(above)
            return self._around(whole) if whole and type(whole) in _COMPREHENSIONS else None
        return self._scope(above, Kind.COMPREHENSION) if type(above) in _COMPREHENSIONS else None

    def _outside(self, node: Node) -> Scope:
        """The scope right outside of a function or class: that of its type parameters, if any."""
        if isinstance(node, cst.FunctionDef | cst.ClassDef) and node.type_parameters is not None:
            return self._scope(node, Kind.TYPES)
        return self._around(node)

    def _scope(self, node: Node, kind: Kind) -> Scope:
        """The scope of that kind that belongs to a node."""
        known = self._of.get((node, kind))
        if known is None:
            parent = None
            if kind is not Kind.MODULE:
                inner = kind in (Kind.FUNCTION, Kind.CLASS)
                parent = self._outside(node) if inner else self._around(node)
            known = self._of[node, kind] = Scope(kind, parent)
        return known


def _bound_by(node: Node) -> Iterator[tuple[str, Node]]:
    """The names that a node itself binds, each with the node of its binding."""
    if isinstance(node, cst.Import | cst.ImportFrom):
        if not isinstance(node.names, cst.ImportStar):
            for alias in node.names:
                yield _root(alias.asname.name if alias.asname else alias.name), node
    elif isinstance(node, _NAMED):
        yield node.name.value, node
    else:
        for name in _names_bound_by(node):
            yield name.value, name


def _names_bound_by(node: Node) -> Iterator[cst.Name]:
    """The names that a node binds where they stand."""
    if isinstance(node, _TARGETED):
        yield from _names_in(node.target)
    elif isinstance(node, cst.AsName):
        yield from _names_in(node.name)
    elif isinstance(node, cst.MatchAs | cst.MatchStar) and node.name is not None:
        yield node.name
    elif isinstance(node, cst.MatchMapping) and node.rest is not None:
        yield node.rest


def _names_in(target: cst.BaseExpression) -> Iterator[cst.Name]:
    for part in parts(target):
        plain = part.value if isinstance(part, cst.StarredElement) else part
        if isinstance(plain, cst.Name):
            yield plain


def _root(name: cst.BaseExpression) -> str:
    while isinstance(name, cst.Attribute):
        name = name.value
    assert isinstance(name, cst.Name)
    return name.value
