"""Names and what they stand for, through branches."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from itertools import chain, compress, islice
from operator import is_, is_not
from typing import TYPE_CHECKING, TypeVar

from daft_lint.reading.past import Done, Past, met
from daft_lint.reading.values import (
    UNKNOWN,
    ClassValue,
    FunctionValue,
    ObjectValue,
    Value,
    is_constant,
    join,
)

if TYPE_CHECKING:
    import libcst

    from daft_lint.reading.module_names import ModuleNames
    from daft_lint.reading.source_file import SourceFile

Owner = ObjectValue | ClassValue
# A function has what it remembers of its calls.
Holder = Owner | FunctionValue
Attributes = dict[tuple[Holder, str], Value]


class Scope:
    """The names of one function call, class body, comprehension or module."""

    def __init__(
        self,
        parent: Scope | None = None,
        *,
        repeated: bool = False,
        file: SourceFile | None = None,
        home: libcst.ClassDef | None = None,
    ) -> None:
        """Make a scope in another; a `repeated` one is a comprehension's, run for each item.

        A module's own scope has no parent, but a file. That of the body of a class has its `home`,
        and its names aren't seen from the scopes in it.
        """
        self.file: SourceFile | None = parent.file if parent is not None else file
        self.names: dict[str, Value] = {}
        self.parent = parent
        self.repeated = repeated
        self.home = home
        # Of a module that is followed name by name: those that weren't asked for are in it.
        self.asked: ModuleNames | None = None

    @property
    def of_functions(self) -> Scope:
        """Where functions that are defined here look up names: not in the class around them."""
        return self if self.home is None or self.parent is None else self.parent.of_functions

    def lookup(self, name: str) -> Value | None:
        """What a name stands for here, None when no scope in sight binds it."""
        scope: Scope | None = self
        while scope is not None:
            if name in scope.names and scope._is_seen_from(self):
                return scope.names[name]
            if scope.parent is None:
                return scope.own(name)
            scope = scope.parent
        return None

    def own(self, name: str) -> Value | None:
        """What a name stands for that this scope itself binds, None when it doesn't."""
        if name in self.names or self.asked is None:
            return self.names.get(name)
        return self.asked.get(name)

    def all_names(self) -> Iterable[str]:
        """The names that this scope itself binds."""
        return self.names if self.asked is None else dict.fromkeys(self.asked.names())

    def in_sight(self) -> list[Value]:
        """What the names stand for that this scope and those around it bind."""
        around = self.parent.in_sight() if self.parent is not None else []
        return [*self.names.values(), *around]

    def is_from_around(self, name: str) -> bool:
        """Whether a name stands for what the module around some code binds."""
        scope: Scope = self
        while scope.parent is not None:
            if name in scope.names and scope._is_seen_from(self):
                return False
            scope = scope.parent
        return scope is not self

    def _is_seen_from(self, inner: Scope) -> bool:
        return self is inner or self.home is None

    @property
    def outermost(self) -> Scope:
        """The scope of the module."""
        return self if self.parent is None else self.parent.outermost

    def bind_walrus(self, name: str, value: Value) -> None:
        """`name := value`, which a comprehension does around itself, any number of times."""
        if not self.repeated or self.parent is None:
            self.names[name] = value
            return
        self.names[name] = value
        self.parent.bind_walrus(name, UNKNOWN)

    def forget_constants(self) -> None:
        """Something out of sight may have bound any name: `exec`, `from x import *`."""
        for name, value in self.names.items():
            if is_constant(value):
                self.names[name] = UNKNOWN
        if self.asked is not None:
            self.asked.forget_constants()


@dataclass(frozen=True, slots=True)
class Snapshot:
    """The names and attributes at one moment, and the actions done by then."""

    names: dict[str, Value]
    attributes: Attributes
    done: Done


class State:
    """Where one run of the program stands: its names, its objects' attributes, whether it goes on.

    `past` are the actions it has done, `imported` the attributes that imported modules have set. A
    branch is analysed on a copy; the copies are joined where the branches meet.
    """

    def __init__(
        self,
        scope: Scope,
        attributes: Attributes,
        past: Past | None = None,
        imported: Attributes | None = None,
    ) -> None:
        self.scope = scope
        self.attributes = attributes
        self.imported = imported if imported is not None else {}
        self.past = past or Past()
        self.ended = False

    def inside(self, scope: Scope) -> State:
        """The same moment, seen from another scope."""
        return State(scope, self.attributes, self.past, self.imported)

    def snapshot(self) -> Snapshot:
        """What a branch starts from."""
        return Snapshot(dict(self.scope.names), dict(self.attributes), self.past.done)

    def restore(self, snapshot: Snapshot) -> None:
        """Go back to a snapshot, as the start of another branch."""
        self._become(snapshot.names, snapshot.attributes, snapshot.done)

    def meet(self, branches: Sequence[Snapshot]) -> None:
        """Go on with what any of the branches may have left; none: the run has ended."""
        if not branches:
            self.ended = True
            return
        names, attributes = branches[0].names, branches[0].attributes
        for other in branches[1:]:
            names = _join_dicts(names, other.names, lambda _: None)
            attributes = _join_dicts(attributes, other.attributes, self.unset)
        done = met([branch.done for branch in branches])
        self._become(names, attributes, done)

    def note_end(self, ends: list[Snapshot]) -> None:
        """Add this moment to those that a branch goes on from, unless the run has ended."""
        if not self.ended:
            ends.append(self.snapshot())

    def attribute(self, owner: Holder, name: str) -> Value | None:
        """An attribute set on an object or class so far."""
        key = owner, name
        return self.attributes.get(key) or self.imported.get(key)

    def set_attribute(self, owner: Holder, name: str, value: Value) -> None:
        """Set an attribute of an object or class."""
        self.attributes[owner, name] = value

    def unset(self, key: tuple[Holder, str]) -> Value | None:
        """An attribute that a run doesn't set."""
        return self.imported.get(key) or of_class(key)

    def _become(self, names: dict[str, Value], attributes: Attributes, done: Done) -> None:
        self.scope.names = dict(names)
        # Every state of the program shares this dict.
        snapshot = dict(attributes)
        self.attributes.clear()
        self.attributes.update(snapshot)
        self.past.done = done
        self.ended = False


K = TypeVar("K")


def _join_dicts(
    left: dict[K, Value], right: dict[K, Value], unset: Callable[[K], Value | None]
) -> dict[K, Value]:
    """What either of two runs left; `unset` gives what a key means to a run that doesn't set it.

    Where that is nothing, the key is what the other run set: else the program fails.
    """
    joined = dict(left)
    for key in touched_between(left, right):
        mine, other = left.get(key), right.get(key)
        if mine is None:
            joined[key] = _with_unset(right[key], unset(key))
        elif other is None:
            joined[key] = _with_unset(mine, unset(key))
        elif mine is not other:
            joined[key] = join(mine, other)
    return joined


def touched_between(before: dict[K, Value], after: dict[K, Value]) -> Iterable[K]:
    """The keys of all that one of two dicts may have otherwise than the other, or alone.

    Of copies of one dict that lost nothing since, it is just these. There are thousands of entries,
    few are touched, and to ask for each one here takes long.
    """
    if not all(map(is_, before, after)):
        return before | after
    otherwise = compress(after, map(is_not, before.values(), after.values()))
    return chain(otherwise, islice(after, len(before), None), islice(before, len(after), None))


def _with_unset(value: Value, otherwise: Value | None) -> Value:
    return value if otherwise is None else join(value, otherwise)


def changes(before: Attributes, after: Attributes) -> set[tuple[Holder, str]]:
    """The attributes that were set meanwhile, but for those of objects that were made meanwhile."""
    changed = {
        key
        for key in touched_between(before, after)
        if key in after
        and before.get(key) is not after[key]
        and not (key not in before and _is_remembered(key))
    }
    if not changed:
        return changed
    known = {owner for owner, _ in before}
    return {
        (owner, name) for owner, name in changed if owner in known or isinstance(owner, ClassValue)
    }


def _is_remembered(key: tuple[Holder, str]) -> bool:
    """Whether an attribute is what asking for it, or a call, gave."""
    owner, name = key
    asked = isinstance(owner, ObjectValue) and owner.made_of.function(name) is not None
    return asked or name.endswith(")")


def of_class(key: tuple[Holder, str]) -> Value | None:
    """An attribute that isn't set on an object is that of its class."""
    owner, name = key
    if isinstance(owner, FunctionValue):
        return None
    return (owner.made_of if isinstance(owner, ObjectValue) else owner).constant(name)
