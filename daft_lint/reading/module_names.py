"""The names of an imported module, each followed when somebody asks for it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence, Set
from contextlib import contextmanager
from dataclasses import dataclass
from typing import TYPE_CHECKING

import libcst as cst

from daft_lint.reading.bindings import imported
from daft_lint.reading.targets import changed_by, targets_of
from daft_lint.reading.values import UNKNOWN, Value, is_constant
from daft_lint.reading.walking import NESTED, children, walk_for

if TYPE_CHECKING:
    from daft_lint.reading.scope import Scope

Statement = cst.SimpleStatementLine | cst.BaseCompoundStatement
# The code of a class runs where it stands.
_FUNCTIONS = NESTED - {cst.ClassDef}
Run = Callable[[int], None]
"""Follows one statement, by its place, in the scope of its module."""


@dataclass(frozen=True, slots=True)
class _Places:
    """The statements of a module, by their numbers, that bind a name or may change what it is.

    `by_name` has them in their order. `names` are those that each statement binds or changes,
    `binding` all that the module binds, `stars` the statements that bind all names of another
    module.
    """

    by_name: dict[str, tuple[int, ...]]
    names: tuple[tuple[str, ...], ...]
    binding: tuple[str, ...]
    stars: tuple[int, ...]


class ModuleNames:
    """What the names of a module stand for. Only the statements are followed that bind them.

    A statement sees what those before it have bound, and is followed but once. Where something may
    be changed in place, all statements are followed that have to do with it, in their order.
    """

    def __init__(self, body: Sequence[Statement], scope: Scope, run: Run) -> None:
        """Take the statements of a module, its scope, and what follows one of them in it."""
        self._body = body
        self._scope = scope
        self._run = run
        self._places = _places(body)
        # What a statement left of the names that it binds or changes.
        self._left: dict[int, dict[str, Value]] = {}
        self._running: list[int] = []
        self._forgot = False

    def get(self, name: str) -> Value | None:
        """What a name stands for, by then where a statement is followed now; None if unbound."""
        value = self._before(name, self._running[-1] if self._running else len(self._body))
        return UNKNOWN if self._forgot and value is not None and is_constant(value) else value

    def names(self) -> Iterator[str]:
        """The names that the module binds."""
        yield from self._places.binding
        for star in self._places.stars:
            yield from self._after(star)

    def forget_constants(self) -> None:
        """Something out of sight may have bound any name."""
        self._forgot = True

    def _before(self, name: str, end: int) -> Value | None:
        """What a name stands for before a statement."""
        value: Value | None = None
        for place in self._places_of(name):
            if place < end and place not in self._running:
                value = self._after(place).get(name, value)
        return value

    def _places_of(self, name: str) -> Sequence[int]:
        """The statements that bind or change a name, in their order."""
        own = self._places.by_name.get(name, ())
        return sorted({*own, *self._places.stars}) if self._places.stars else own

    def _after(self, place: int) -> dict[str, Value]:
        if place not in self._left:
            statement = self._body[place]
            names: dict[str, Value] = {}
            if not isinstance(statement, cst.FunctionDef | cst.ClassDef):
                for name in self._places.names[place]:
                    value = self._before(name, place)
                    if value is not None:
                        names[name] = value
            with self._within(place, names):
                self._run(place)
                self._left[place] = self._scope.names
        return self._left[place]

    @contextmanager
    def _within(self, place: int, names: dict[str, Value]) -> Iterator[None]:
        outer, self._scope.names = self._scope.names, names
        self._running.append(place)
        try:
            yield
        finally:
            self._running.pop()
            self._scope.names = outer


def _places(body: Sequence[Statement]) -> _Places:
    bound = [_bound(statement) for statement in body]
    stars = tuple(place for place, names in enumerate(bound) if names is None)
    binding = tuple(dict.fromkeys(name for names in bound for name in names or ()))
    # A module isn't made another one by what it is given to.
    plain = {
        name
        for statement, names in zip(body, bound, strict=True)
        if not _imports(statement)
        for name in names or ()
    }
    mentioned = [
        plain & (_mentioned(statement) | (names or set()))
        for statement, names in zip(body, bound, strict=True)
    ]
    together = _changed_together(body, mentioned, plain)
    touched = tuple(
        tuple(dict.fromkeys([*(own or ()), *sorted(names & together.keys())]))
        for own, names in zip(bound, mentioned, strict=True)
    )
    places: dict[str, list[int]] = {}
    for place, names in enumerate(touched):
        for key in {together.get(name, name) for name in names}:
            places.setdefault(key, []).append(place)
    by_name = {name: tuple(places[together.get(name, name)]) for name in binding}
    return _Places(by_name, touched, binding, stars)


def _changed_together(
    body: Sequence[Statement], mentioned: Sequence[set[str]], plain: set[str]
) -> dict[str, str]:
    """The names that a statement may change, and those that may stand for parts of them.

    Each comes with the name that stands for its group.
    """
    inside = _inside(body, plain)
    groups, changing = _Groups(), set[str]()
    for statement, names in zip(body, mentioned, strict=True):
        used = plain & _used(statement)
        changing |= used
        # What a function does that is called is done by the statement.
        reached = _reached(used, inside)
        if not isinstance(statement, cst.FunctionDef | cst.ClassDef):
            groups.join(names | reached)
        elif used:
            groups.join({statement.name.value, *reached})
    changed = {groups.of(name) for name in changing}
    return {name: groups.of(name) for name in plain if groups.of(name) in changed}


class _Groups:
    """Names that may stand for parts of one another."""

    def __init__(self) -> None:
        self._around: dict[str, str] = {}

    def of(self, name: str) -> str:
        """The name that stands for the group of a name."""
        while name in self._around:
            name = self._around[name]
        return name

    def join(self, names: Iterable[str]) -> None:
        """Put the groups of these names together."""
        first: str | None = None
        for name in sorted(names):
            group = self.of(name)
            if first is None:
                first = group
            elif group != first:
                self._around[group] = first


def _inside(body: Sequence[Statement], plain: set[str]) -> dict[str, set[str]]:
    """The names of the module that each of its functions and classes mentions anywhere."""
    found: dict[str, set[str]] = {}
    for statement in body:
        if isinstance(statement, cst.FunctionDef | cst.ClassDef):
            names = {one.value for one in walk_for(cst.Name, statement)}
            found.setdefault(statement.name.value, set()).update(plain & names)
    return found


def _reached(names: set[str], inside: Mapping[str, set[str]]) -> set[str]:
    """Names, and those that functions and classes among them mention, and so on."""
    found: set[str] = set()
    waiting = [*names]
    while waiting:
        name = waiting.pop()
        if name not in found:
            found.add(name)
            waiting += inside.get(name, ())
    return found


def _mentioned(statement: Statement) -> set[str]:
    """The names that a statement mentions where it is run, and that are none of a function's."""
    if isinstance(statement, cst.FunctionDef):
        return _decorating(statement)
    return {node.value for node in _outside(statement, _FUNCTIONS) if isinstance(node, cst.Name)}


def _decorating(statement: cst.FunctionDef | cst.ClassDef) -> set[str]:
    return {name for one in statement.decorators for name in _names_in(one.decorator)}


def _imports(statement: Statement) -> bool:
    return isinstance(statement, cst.SimpleStatementLine) and all(
        isinstance(one, cst.Import | cst.ImportFrom) for one in statement.body
    )


def _bound(statement: Statement) -> set[str] | None:
    """The names that a statement binds; None if they are all names of another module."""
    if isinstance(statement, cst.FunctionDef | cst.ClassDef):
        return {statement.name.value}
    names = set(changed_by(statement).names)
    for node in _outside(statement):
        if isinstance(node, cst.ImportFrom) and isinstance(node.names, cst.ImportStar):
            return None
        if isinstance(node, cst.Import | cst.ImportFrom):
            names.update(name for name, _ in imported(node))
    return names


def _used(statement: Statement) -> set[str]:
    """The names whose values a statement may change: it calls something with them, or sets a part.

    What a function does is for its callers.
    """
    if isinstance(statement, cst.FunctionDef):
        return _decorating(statement)
    used = _decorating(statement) if isinstance(statement, cst.ClassDef) else set()
    for node in _outside(statement, _FUNCTIONS):
        for target in targets_of(node):
            if not isinstance(target, cst.Name):
                used |= _names_in(target)
        if isinstance(node, cst.Call):
            used |= _names_in(node)
    return used


def _names_in(code: cst.CSTNode) -> set[str]:
    return {node.value for node in _outside(code) if isinstance(node, cst.Name)}


def _outside(code: cst.CSTNode, inner: Set[type[cst.CSTNode]] = NESTED) -> Iterator[cst.CSTNode]:
    """The nodes of some code, but for those in functions and classes in it, or in `inner` nodes."""
    waiting = [code]
    while waiting:
        node = waiting.pop()
        yield node
        if type(node) not in inner:
            waiting += children(node)
