"""The names of an imported module, each followed when somebody asks for it."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from typing import TYPE_CHECKING

import libcst as cst

from daft_lint.reading.bindings import imported
from daft_lint.reading.targets import changed_by, dotted
from daft_lint.reading.values import UNKNOWN, Value, is_constant
from daft_lint.reading.walking import NESTED, children

if TYPE_CHECKING:
    from daft_lint.reading.scope import Scope

Statement = cst.SimpleStatementLine | cst.BaseCompoundStatement
Run = Callable[[int], None]
"""Follows one statement, by its place, in the scope of its module."""


@dataclass(frozen=True, slots=True)
class _Places:
    """The statements of a module, by their numbers, that bind a name or may change what it is.

    `by_name` has the last one first. `names` are those of each statement, `binding` all that the
    module binds, `stars` the statements that bind all names of another module.
    """

    by_name: dict[str, list[int]]
    names: tuple[tuple[str, ...], ...]
    binding: tuple[str, ...]
    stars: tuple[int, ...]


class ModuleNames:
    """What the names of a module stand for. Only the statements are followed that bind them.

    A statement sees what those before it have bound, and is followed but once.
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
        for place in self._places_of(name):
            if place < end and place not in self._running:
                left = self._after(place)
                if name in left:
                    return left[name]
        return None

    def _places_of(self, name: str) -> Sequence[int]:
        """The statements that bind or change a name, the last one first."""
        own = self._places.by_name.get(name, ())
        if not self._places.stars:
            return own
        return sorted({*own, *self._places.stars}, reverse=True)

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
    # A function or module isn't made another one by what it is given to.
    plain = {
        name
        for statement, names in zip(body, bound, strict=True)
        if not (isinstance(statement, cst.FunctionDef) or _imports(statement))
        for name in names or ()
    }
    names = tuple(
        tuple(dict.fromkeys([*(own or ()), *(plain & _used(statement))]))
        for statement, own in zip(body, bound, strict=True)
    )
    by_name: dict[str, list[int]] = {}
    for place in reversed(range(len(body))):
        for name in names[place]:
            by_name.setdefault(name, []).append(place)
    binding = tuple(dict.fromkeys(name for own in bound for name in own or ()))
    return _Places(by_name, names, binding, stars)


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
    if isinstance(statement, cst.ClassDef | cst.FunctionDef):
        decorators = [one.decorator for one in statement.decorators]
        return {name for one in decorators for name in _names_in(one)}
    changed = changed_by(statement)
    places = [*changed.attributes, *changed.containers]
    used = {dotted(one).partition(".")[0] for one in places}
    for call in changed.called:
        used |= _names_in(call)
    return used


def _names_in(code: cst.CSTNode) -> set[str]:
    return {node.value for node in _outside(code) if isinstance(node, cst.Name)}


def _outside(code: cst.CSTNode) -> Iterator[cst.CSTNode]:
    """The nodes of some code, but for those in functions and classes in it."""
    waiting = [code]
    while waiting:
        node = waiting.pop()
        yield node
        if type(node) not in NESTED:
            waiting += children(node)
