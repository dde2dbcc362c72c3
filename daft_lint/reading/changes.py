"""What happens to lists, dicts and objects after they are made, where it can't be followed.

A container that was changed stands for nothing any more, under each of its names.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace
from itertools import islice

from daft_lint.plan.quantity import Origin, OriginKind
from daft_lint.plan.span import Span
from daft_lint.reading.values import (
    UNKNOWN,
    Arguments,
    ClassValue,
    FunctionValue,
    Items,
    Mapping,
    Number,
    ObjectValue,
    Signed,
    Unknown,
    Value,
    perhaps_none,
)

_HOLDING = Items | Mapping | ObjectValue | ClassValue | FunctionValue | Unknown
Place = Callable[[], Span]
"""Where something stands, to be worked out when somebody asks."""
Moment = tuple[int, int]
"""How many things were changed by then, and how many were given away."""

_NOTHING_PUT: tuple[None, list[Value]] = (None, [])

# Modules whose functions only read the lists and dicts they are given.
_READERS = frozenset(
    {
        "asyncio",
        "builtins",
        "collections",
        "copy",
        "daft",
        "dataclasses",
        "functools",
        "itertools",
        "json",
        "logging",
        "loguru",
        "math",
        "numpy",
        "os",
        "pandas",
        "pathlib",
        "polars",
        "pprint",
        "pyarrow",
        "ray",
        "rich",
        "statistics",
        "structlog",
        "sys",
        "time",
        "tqdm",
        "typing",
        "warnings",
    }
)
_LOGGING = frozenset(
    {"critical", "debug", "error", "exception", "info", "log", "print", "trace", "warning"}
)


class Changes:
    """The containers and objects of one file that aren't what they were made as."""

    def __init__(self) -> None:
        # By identity; holding the value keeps its id from being given to another.
        self._changed: dict[int, Value] = {}
        self._lent: dict[int, tuple[Value, Origin]] = {}
        self._remade: dict[int, object] = {}
        self._grown: dict[int, list[Value]] = {}
        self._put: dict[int, tuple[Value, list[Value]]] = {}

    def moment(self) -> Moment:
        """How much was changed and lent so far."""
        return len(self._changed), len(self._lent)

    def touched(self, moment: Moment, values: Callable[[], Iterable[Value]]) -> bool:
        """Whether any of some values, or something in one, was changed or lent since a moment."""
        changed, lent = moment
        new = {*islice(self._changed, changed, None), *islice(self._lent, lent, None)}
        return bool(new) and any(_identity(one) in new for one in _within(values()))

    def change(self, value: Value) -> None:
        """A container or an object is changed in a way that isn't followed.

        Of something that isn't known, all that it may be is changed.
        """
        if isinstance(value, Unknown):
            for one in self.reached(value):
                self._change_itself(one)
        elif isinstance(value, Items | Mapping):
            for one in (value, *value.among):
                self._change_itself(one)
        else:
            self._change_itself(value)

    def _change_itself(self, value: Value) -> None:
        waiting = [value]
        while waiting:
            one = waiting.pop()
            if isinstance(one, Items | Mapping | ObjectValue):
                self._changed[_identity(one)] = one
                # Whoever changes it by another name changes what it has become by this one.
                waiting += self._grown.pop(_identity(one), ())

    def follow(self, before: Value, after: Value) -> None:
        """A container is changed, and it is known what one of its names stands for now."""
        self.change(before)
        if isinstance(before, Items | Mapping):
            for one in (before, *before.among):
                self._grown.setdefault(_identity(one), []).append(after)

    def put(self, container: Value, values: Iterable[Value]) -> None:
        """Values are put into a container in a way that changes it: they are in it from now on."""
        put = [one for one in values if isinstance(one, _HOLDING) and one != UNKNOWN]
        if not put:
            return
        owners = (container, *container.among) if isinstance(container, Items | Mapping) else ()
        for owner in self.reached(container) if isinstance(container, Unknown) else owners:
            if isinstance(owner, Items | Mapping):
                _, known = self._put.setdefault(_identity(owner), (owner, []))
                known += put

    def reached(self, value: Unknown) -> list[Value]:
        """All that something unknown may be: what it is among, what is or was put in that."""
        if not value.among:
            return []
        found = {id(one): one for one in _within([value])}
        waiting = [*found.values()]
        while self._put and waiting:
            _, held = self._put.get(_identity(waiting.pop()), _NOTHING_PUT)
            new = {id(one): one for one in _within(held) if id(one) not in found}
            found.update(new)
            waiting += new.values()
        return [one for one in found.values() if not isinstance(one, Unknown)]

    def use_up(self, value: Value) -> None:
        """Something is gone through: an iterator has nothing left, nor have those it takes from."""
        seen: set[int] = set()
        waiting: list[Value] = [value] if isinstance(value, Items) else []
        while waiting:
            one = waiting.pop()
            if isinstance(one, Items | Unknown) and id(one) not in seen:
                seen.add(id(one))
                waiting += one.among
                if isinstance(one, Items) and one.once:
                    self._change_itself(one)

    def remake(self, thing: object) -> None:
        """What something does isn't what its text says any more: `f.__code__ = ...`.

        Args:
            thing: the node of a function or class, or an object or a partial call.
        """
        self._remade[_identity(thing)] = thing

    def is_remade(self, *things: object) -> bool:
        """Whether any of these nodes and objects was made into something else."""
        return bool(self._remade) and any(_identity(one) in self._remade for one in things)

    def lend(self, arguments: Arguments, place: Place) -> None:
        """Code out of sight gets these values: it may fill a list, it hardly changes an object."""
        for value in _within(arguments.values):
            if isinstance(value, ObjectValue):
                text = f"what gets this `{value.made_of.node.name.value}` leaves it as it is"
                self._lent[_identity(value)] = value, Origin(OriginKind.ASSUMPTION, text, place())
            elif isinstance(value, Items | Mapping):
                self.change(value)

    def trust(self, instance: ObjectValue, origin: Origin) -> None:
        """Code out of sight had an object, and is taken to have left it as it is."""
        self._lent[_identity(instance)] = instance, origin

    def hides(self, value: Value) -> bool:
        """Whether a value or something in it was changed."""
        changed = self._changed
        if not changed or (isinstance(value, Unknown) and not value.among):
            return False
        return any(_identity(one) in changed for one in _within([value]))

    def assumed(self, owner: ObjectValue, value: Value) -> Value:
        """An attribute's value, with what it rests on when its owner was given away."""
        lent = self._lent.get(_identity(owner))
        if lent is None:
            return value
        if not isinstance(value, Number | Signed):
            return perhaps_none(value)
        quantity = value.quantity
        return replace(value, quantity=replace(quantity, origins=(*quantity.origins, lent[1])))


def only_reads(name: str) -> bool:
    """Whether a function of another module, by its dotted name, leaves its arguments alone."""
    return name.partition(".")[0] in _READERS or name.rpartition(".")[2] in _LOGGING


def _identity(value: object) -> int:
    """What tells one container, object or node from all others, as long as it is held."""
    return id(value.itself if isinstance(value, ObjectValue) else value)


def _within(values: Iterable[Value]) -> Iterator[Value]:
    """Values, the containers and objects in them, and what those may be: each of them once."""
    seen: set[int] = set()
    waiting = [*values]
    while waiting:
        one = waiting.pop()
        if id(one) not in seen:
            seen.add(id(one))
            waiting += _parts(one)
            yield one


def _parts(value: Value) -> tuple[Value, ...]:
    """The containers and objects in a container, or which something unknown may be."""
    if isinstance(value, Items):
        inner = (*(value.values or ()), *value.among)
    elif isinstance(value, Mapping):
        inner = (*(entry for _, entry in value.entries), *value.among)
    elif isinstance(value, Unknown):
        inner = value.among
    else:
        return ()
    return tuple(part for part in inner if isinstance(part, _HOLDING))
