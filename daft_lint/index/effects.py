"""The effects of a module on attributes of others, and on lists and dicts made elsewhere."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from dataclasses import dataclass

from daft_lint.index.traversal import (
    MUTATORS,
    Function,
    around,
    bound_in,
    children,
    given_away,
    imported_name,
    place_of,
    root_of,
)

_BY_NAME = frozenset({"setattr", "__setattr__", "delattr", "__delattr__"})
SETTERS = _BY_NAME | {"__dict__", "patch", "vars"}
"""What sets attributes by names that may stand in texts."""
_PATCHES = frozenset({"dict", "multiple", "object"})
_EFFECTIVE = frozenset({ast.Attribute, ast.Subscript, ast.AugAssign, ast.Call})


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


class _Around:
    """The function that some code stands in, and those around that; none, and it runs at import."""

    __slots__ = ("_function", "_known", "_outer")

    def __init__(self, function: Function | None = None, outer: _Around | None = None) -> None:
        self._function = function
        self._outer = outer
        self._known: frozenset[str] | None = None

    @property
    def at_import(self) -> bool:
        """Whether the code runs when its module is imported."""
        return self._function is None

    @property
    def own(self) -> frozenset[str]:
        """The names that the functions have made what they stand for."""
        if self._known is None:
            outer = frozenset[str]() if self._outer is None else self._outer.own
            function = self._function
            self._known = outer if function is None else outer | _own_names(function)
        return self._known


def effects_of(tree: ast.Module) -> Effects:
    """The effects of a module, which may be more than it has."""
    found: dict[str, list[Effect]] = {}
    imported: set[str] = set()
    setters = {*_BY_NAME, *_renamed(tree)}
    # The code of a function is walked through with the function.
    functions: list[tuple[list[ast.AST], _Around]] = [([tree], _Around())]
    while functions:
        waiting, place = functions.pop()
        while waiting:
            node = waiting.pop()
            if isinstance(node, Function):
                body = node.body if isinstance(node.body, list) else [node.body]
                functions.append(([*body], _Around(node, place)))
                waiting += around(node)
                continue
            if isinstance(node, ast.Import | ast.ImportFrom):
                imported.update(
                    name for alias in node.names for name in (alias.name, imported_name(alias))
                )
                continue
            if type(node) in _EFFECTIVE:
                for effect in _effects(node, place, setters):
                    found.setdefault(effect.name, []).append(effect)
            waiting += children(node)
    return Effects({name: tuple(those) for name, those in found.items()}, frozenset(imported))


def _renamed(tree: ast.Module) -> Iterator[str]:
    """Other names that a module gives to what sets attributes by their names."""
    for node in tree.body:
        match node:
            case ast.Assign(value=ast.Name(id=value)) if value in _BY_NAME:
                yield from (target.id for target in node.targets if isinstance(target, ast.Name))


def _own_names(function: Function) -> frozenset[str]:
    """The names of a function itself, but for what it imports: that is no one's own."""
    given = function.args
    names = {parameter.arg for parameter in (*given.posonlyargs, *given.args, *given.kwonlyargs)}
    names |= {parameter.arg for parameter in (given.vararg, given.kwarg) if parameter is not None}
    if isinstance(function, ast.Lambda):
        return frozenset(names)
    names.update(bound_in(function.body))
    for statement in function.body:
        if isinstance(statement, ast.Import | ast.ImportFrom):
            names.difference_update(map(imported_name, statement.names))
    outer = (name for node in given_away(function.body) for name in node.names)
    return frozenset(names.difference(outer))


def _effects(node: ast.AST, place: _Around, setters: set[str]) -> Iterator[Effect]:
    """What a node itself does."""
    match node:
        case ast.Attribute(value=owner, attr=name, ctx=ast.Store() | ast.Del()):
            yield Effect(name, _root(owner), change=False, at_import=place.at_import)
        case ast.Subscript(
            value=ast.Call(func=ast.Name(id="vars"), args=[owner])
            | ast.Attribute(value=owner, attr="__dict__"),
            slice=ast.Constant(value=str(name)),
            ctx=ast.Store() | ast.Del(),
        ):
            yield Effect(name, _root(owner), change=False, at_import=place.at_import)
        case ast.Subscript(value=owner, ctx=ast.Store() | ast.Del()):
            yield from _changed(owner, place)
        case ast.AugAssign(target=ast.Name() | ast.Attribute() as target):
            yield from _changed(target, place)
        case ast.Call(func=ast.Attribute(value=owner, attr=name)) if name in MUTATORS:
            yield from _changed(owner, place)
        case ast.Call():
            yield from _set_by_call(node, place, setters)


def _changed(owner: ast.expr, place: _Around) -> Iterator[Effect]:
    """What is changed in place, unless it is a function's own."""
    while isinstance(owner, ast.Subscript) and place_of(owner) is None:
        owner = owner.value
    changed = place_of(owner)
    if changed is not None and changed not in place.own:
        name = changed.rpartition(".")[2].partition("[")[0]
        yield Effect(name, root_of(changed), change=True, at_import=place.at_import)


def _root(owner: ast.expr) -> str:
    place = place_of(owner)
    return "" if place is None else root_of(place)


def _set_by_call(call: ast.Call, place: _Around, setters: set[str]) -> Iterator[Effect]:
    """What `setattr` sets, under whatever name, or a patch of a test."""
    name = _called(call.func, setters)
    if name is None:
        return
    arguments = call.args
    texts = [text for argument in arguments if (text := _text(argument)) is not None]
    named_by_text = not arguments or _text(arguments[0]) is not None
    owner = "" if named_by_text else _root(arguments[0])
    names = [text.rpartition(".")[2] for text in texts]
    if name == "multiple":
        names += [keyword.arg for keyword in call.keywords if keyword.arg is not None]
    for each_name in names:
        yield Effect(each_name, owner, change=False, at_import=place.at_import)


def _called(function: ast.expr, setters: set[str]) -> str | None:
    """What sets attributes by their names, as it is called; None: this doesn't."""
    match function:
        case ast.Attribute(attr=name) if name in _BY_NAME or name == "patch":
            return name
        case ast.Attribute(value=ast.Name(id="patch") | ast.Attribute(attr="patch"), attr=name):
            return name if name in _PATCHES else None
        case ast.Name(id=name) if name in setters or name == "patch":
            return name
    return None


def _text(node: ast.expr) -> str | None:
    match node:
        case ast.Constant(value=str(text)):
            return text
    return None
