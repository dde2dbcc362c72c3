"""The names in force at a place of a scope, and how they join behind branches and loops."""

from __future__ import annotations

import ast
from collections.abc import Iterable, Sequence
from typing import Any

from daft_lint.index.code import UNBOUND, Block, Definition, Expression, Index, Place, Scope

Names = dict[str, int]
"""Definitions by name; an attribute of a name is `name.attribute`."""


class LoopNames(Names):
    """The names in the body of a loop: what a round uses from before gets a definition that joins.

    It is made when the name is first used, so the body needs no scan first.
    """

    __slots__ = ("before", "block", "definitions", "heads")

    def __init__(
        self, before: Names, heads: Names, definitions: list[Definition], block: int
    ) -> None:
        super().__init__()
        self.before, self.heads, self.definitions, self.block = before, heads, definitions, block

    def __missing__(self, name: str) -> int:
        """The definition at the head of the loop."""
        if name not in self.heads:
            before = self.before[name]
            self.heads[name] = len(self.definitions)
            self.definitions.append(("loop", before, None, self.block))
        self[name] = self.heads[name]
        return self[name]

    def copy(self) -> LoopNames:
        """The same names, for one branch."""
        new = LoopNames(self.before, self.heads, self.definitions, self.block)
        new.update(self)
        return new


# The state that each scope has for itself.
_OF_SCOPE = (
    *("scope", "block", "names", "last", "given_away", "attributes"),
    *("loops", "guards", "owner", "held", "shared"),
)


class Environment:
    """Where the pass over a module is: its scope and block, and the names in force there.

    `names` is None behind what leaves the block; `last` are the names as they were bound last.
    `loops` are those around, each with the names where a `break` and a `continue` leave, and its
    block. `guards` are the `try` statements around, each with the definitions made in it so far,
    and an exception may lead away from any of them. `owner` is the first parameter of a method,
    `held` the attributes of it that are followed, by their names here. `shared` are those that the
    methods of a class share. `called` is what the call at hand calls. `unsure` is in how many
    expressions the pass is that may not be evaluated.
    """

    def __init__(self) -> None:
        self.index = Index()
        self.scope = Scope(0, "module", "", -1, 0, (1, 0, 1, 0))
        self.index.scopes.append(self.scope)
        self.block = 0
        self.names: Names | None = {}
        self.last: Names = {}
        self.given_away: set[str] = set()
        self.attributes: set[str] = set()
        self.loops: list[tuple[list[Names], list[Names], Block]] = []
        self.guards: list[list[tuple[str, int]]] = []
        self.owner: str | None = None
        self.held: dict[str, str] = {}
        self.shared: Sequence[str] = ()
        self.called: ast.expr | None = None
        self.unsure = 0

    def enter(self, kind: str, name: str, place: Place) -> dict[str, Any]:
        """Begin a scope; returns the state for `leave`."""
        around = {each: vars(self)[each] for each in _OF_SCOPE}
        number = len(self.index.scopes)
        self.scope = Scope(number, kind, name, self.scope.number, self.block, place)
        self.index.scopes.append(self.scope)
        self.names, self.last, self.given_away = {}, {}, set()
        self.attributes, self.loops, self.guards, self.owner = set(), [], [], None
        self.held, self.shared = {}, ()
        return around

    def leave(self, around: dict[str, Any]) -> None:
        """End a scope, and go on in the one around it."""
        self.finish()
        vars(self).update(around)

    def finish(self) -> None:
        """Keep what reaches the end of the scope; where none does, what was bound last."""
        self.scope.final = {**self.last, **(self.names or {})}

    def opened(self, block: Block) -> int:
        """The number of a new block."""
        self.index.blocks.append(block)
        return len(self.index.blocks) - 1

    def stop_loops(self) -> None:
        """Something here may end the rounds of all loops around."""
        for *_, loop in self.loops:
            loop.stops = True

    def define(self, *definition: Any) -> int:
        """A new definition."""
        self.index.definitions.append(definition)
        return len(self.index.definitions) - 1

    def bind(self, name: str, definition: int) -> None:
        """From here on, a name has a definition."""
        if name in self.given_away:
            self.index.rebound.add(name)
            return
        self.scope.bound.setdefault(name, []).append(definition)
        self.hold(name, definition)

    def hold(self, name: str, definition: int) -> None:
        """From here on a name stands for something else, though nothing binds it."""
        self.last[name] = definition
        for guard in self.guards:
            guard.append((name, definition))
        if self.names is None:
            return
        self.names[name] = definition
        if self.attributes and "." not in name:
            for key in [key for key in self.names if key.startswith(f"{name}.")]:
                del self.names[key]

    def hold_attributes(self, shared: Iterable[str]) -> None:
        """A method begins, whose object has some attributes already."""
        for attribute in shared:
            key = f"{self.owner}.{attribute}"
            self.held[key] = attribute
            self.attributes.add(attribute)
            self.hold(key, self.define("held", attribute))

    def called_own(self, number: int) -> None:
        """Another method of the object is called, which may set its attributes."""
        states = self.index.states[number] = {}
        for key, attribute in self.held.items():
            before = self.found(key)
            if before is not None:
                states[attribute] = before
                self.hold(key, self.define("called", before, number, attribute))

    def leave_attributes(self) -> None:
        """The method ends here, in one of its ways."""
        for key, attribute in self.held.items():
            number = self.found(key)
            if number is not None and self.names is not None:
                self.scope.left.setdefault(attribute, []).append(number)

    def found(self, name: str) -> int | None:
        """The definition of a name that is in force here; None where this scope has none."""
        if self.names is None:
            return self.last.get(name)
        try:
            return self.names[name]
        except KeyError:
            return None

    def met(self, one: Names | None, other: Names | None, test: Expression | None) -> Names | None:
        """The names behind two ways; those that differ have a definition that joins."""
        if one is None or other is None or one is other:
            return other if one is None else one
        result = one.copy()
        for name in {**one, **other}:
            left, right = definition_of(one, name), definition_of(other, name)
            if "." in name and UNBOUND in (left, right):
                # Then it is what the object has.
                result.pop(name, None)
            elif left != right:
                result[name] = self.define("either", test, left, right)
                self.last[name] = result[name]
        return result

    def interrupted(self, before: Names | None, made: list[tuple[str, int]]) -> Names | None:
        """The names behind an exception that any place of a `try` may raise."""
        if before is None:
            return None
        result = before.copy()
        for name, definition in made:
            known = definition_of(result, name)
            if "." not in name or known != UNBOUND:
                result[name] = self.define("either", None, definition, known)
        return result

    def looped(self, before: Names, inside: LoopNames, end: Names | None) -> Names:
        """The names behind a loop that may have made no round, or any number of them."""
        after: Names = before.copy()
        for name, head in inside.heads.items():
            back = head if end is None else definition_of(end, name)
            if back != head:
                self.index.definitions[head] = ("loop", before[name], back, inside.block)
                after[name] = self.define("after", before[name], back, inside.block)
        for name, number in (end or {}).items():
            if name not in inside.heads and ("." not in name or name in before):
                after[name] = self.define(
                    "after", definition_of(before, name), number, inside.block
                )
        return after


def definition_of(names: Names, name: str) -> int:
    """The definition of a name among some; UNBOUND where they have none."""
    try:
        return names[name]
    except KeyError:
        return UNBOUND
