"""What a module does to attributes of others and to lists and dicts that it hasn't made itself."""

from __future__ import annotations

import ast
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from daft_lint.index.bindings import Binding, BindingKind
from daft_lint.index.module import CallSite, ModuleIndex
from daft_lint.index.scopes import Scope
from daft_lint.index.walking import imported_name, place_of, root_of

_BY_NAME = frozenset({"setattr", "__setattr__", "delattr", "__delattr__"})
SETTERS = _BY_NAME | {"__dict__", "patch", "vars"}
"""What sets attributes by names that may stand in texts."""
_PATCHES = frozenset({"dict", "multiple", "object"})


@dataclass(frozen=True, slots=True)
class Effect:
    """Something is set or changed that has a name in its module.

    `root` is the first name of what it belongs to, empty where that is no name: what a call gives,
    or what only a text names. It is a `change` in place where the name stays bound to the same list
    or dict. It is `at_import` where it stands in no function.
    """

    name: str
    root: str
    change: bool
    at_import: bool


@dataclass(frozen=True, slots=True)
class Effects:
    """The effects of a module, by the name that they are on, and the names that it imports."""

    by_name: dict[str, tuple[Effect, ...]]
    imported: frozenset[str]

    def on(self, name: str) -> tuple[Effect, ...]:
        """Those on a name, of whatever module."""
        return self.by_name.get(name, ())

    def imports(self, name: str) -> bool:
        """Whether a name is imported, or may be by a star; what is no name may be anything."""
        return not name or name in self.imported or "*" in self.imported


NO_EFFECTS = Effects({}, frozenset())


def effects_of(index: ModuleIndex) -> Effects:
    """The effects of a module, which may be more than it has."""
    found: dict[str, list[Effect]] = {}
    for one in _effects(index):
        found.setdefault(one.name, []).append(one)
    imported = frozenset(
        name
        for statement in index.imports
        for alias in statement.names
        for name in (alias.name, imported_name(alias))
    )
    return Effects({name: tuple(those) for name, those in found.items()}, imported)


def _effects(index: ModuleIndex) -> Iterator[Effect]:
    for write in index.writes:
        yield Effect(write.name, _root(write.owner), change=False, at_import=_runs(write.scope))
    for binding, scope in index.changes:
        yield _changed(binding, scope)
    for scope in index.scopes.values():
        for place, bindings in scope.bindings.items():
            if _is_private(place, bindings, scope):
                continue
            for binding in bindings:
                if binding.kind in (BindingKind.CHANGE, BindingKind.AUGMENTED):
                    yield _changed(binding, scope)
    for call in index.calls:
        yield from _set_by_call(index, call)


def _is_private(name: str, bindings: Sequence[Binding], scope: Scope) -> bool:
    """Whether a name is that of a function alone, which made what it stands for."""
    imported = any(one.kind is BindingKind.IMPORT for one in bindings)
    return name in scope.locals and not _runs(scope) and not imported


def _changed(binding: Binding, scope: Scope) -> Effect:
    name = binding.name.rpartition(".")[2].partition("[")[0]
    return Effect(name, root_of(binding.name), change=True, at_import=_runs(scope))


def _runs(scope: Scope | None) -> bool:
    """Whether the code of a scope runs when the module is imported."""
    while scope is not None and (scope.is_class or scope.is_comprehension):
        scope = scope.parent
    return scope is not None and scope.parent is None


def _root(owner: ast.expr) -> str:
    place = place_of(owner)
    return "" if place is None else root_of(place)


def _set_by_call(index: ModuleIndex, call: CallSite) -> Iterator[Effect]:
    """What `setattr` sets, under whatever name, or a patch of a test."""
    name = _called(index, call.node.func)
    if name is None:
        return
    arguments = call.node.args
    texts = [text for one in arguments if (text := _text(one)) is not None]
    named_by_text = not arguments or _text(arguments[0]) is not None
    owner = "" if named_by_text else _root(arguments[0])
    names = [text.rpartition(".")[2] for text in texts]
    if name == "multiple":
        names += [keyword.arg for keyword in call.node.keywords if keyword.arg is not None]
    for one in names:
        yield Effect(one, owner, change=False, at_import=_runs(call.scope))


def _called(index: ModuleIndex, function: ast.expr) -> str | None:
    """What sets attributes by their names, as it is called; None: this doesn't."""
    match function:
        case ast.Attribute(attr=name) if name in _BY_NAME or name == "patch":
            return name
        case ast.Attribute(value=ast.Name(id="patch") | ast.Attribute(attr="patch"), attr=name):
            return name if name in _PATCHES else None
        case ast.Name(id=name) if name in _BY_NAME or name == "patch":
            return name
        case ast.Name():
            for one in index.reaching(function):
                match one.binding:
                    case Binding(value=ast.Name(id=name)) if name in _BY_NAME:
                        return name
    return None


def _text(node: ast.expr) -> str | None:
    match node:
        case ast.Constant(value=str(text)):
            return text
    return None
