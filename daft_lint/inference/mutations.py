"""Mutations: lists, dicts and objects that aren't what they were made as."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from daft_lint.plan.quantity import Origin, OriginKind
from daft_lint.plan.span import Span
from daft_lint.values.values import (
    Arguments,
    Items,
    Mapping,
    Number,
    ObjectValue,
    Signed,
    Unknown,
    Value,
    perhaps_none,
)


class Mutations:
    """Containers that were changed where it can't be followed, and objects that were given away.

    A container that was changed stands for nothing any more, under each of its names.
    """

    def __init__(self) -> None:
        # By identity; holding the value keeps its id from being given to another.
        self._changed: dict[int, Value] = {}
        self._lent: dict[int, tuple[object, Origin]] = {}
        self._grown: dict[int, list[Value]] = {}

    def change(self, value: Value) -> None:
        """A container is changed in a way that isn't followed, or what is among the unknown."""
        waiting = [value]
        while waiting:
            item = waiting.pop()
            if isinstance(item, Unknown):
                # It may be anything in them.
                waiting += (each for each in within(item.among) if not isinstance(each, Unknown))
            elif isinstance(item, Items | Mapping):
                self._changed[id(item)] = item
                waiting += item.among
                # Whoever changes it by another name changes what it has become by this one.
                waiting += self._grown.pop(id(item), ())

    def follow(self, before: Value, after: Value) -> None:
        """A container is changed, and it is known what one of its names stands for now."""
        self.change(before)
        if isinstance(before, Items | Mapping):
            for alternative in (before, *before.among):
                self._grown.setdefault(id(alternative), []).append(after)

    def use_up(self, value: Value) -> None:
        """Something is gone through: an iterator has nothing left."""
        if isinstance(value, Items) and value.once:
            self._changed[id(value)] = value

    def lend(self, arguments: Arguments, span: Span) -> None:
        """Code out of sight gets these values: it may fill a list, it hardly changes an object."""
        for value in within(arguments.values):
            if isinstance(value, ObjectValue):
                text = f"code that gets this `{value.made_of.node.name}` doesn't change it"
                origin = Origin(OriginKind.ASSUMPTION, text, span)
                self._lent[id(value.itself)] = value.itself, origin
            elif isinstance(value, Items | Mapping):
                self.change(value)

    def trust(self, instance: ObjectValue, origin: Origin) -> None:
        """Code out of sight had an object, and is taken to have left it as it is."""
        self._lent[id(instance.itself)] = instance.itself, origin

    def hides(self, value: Value) -> bool:
        """Whether a value or something in it was changed."""
        if not self._changed:
            return False
        return any(id(alternative) in self._changed for alternative in within((value,)))

    def assumed(self, owner: ObjectValue, value: Value) -> Value:
        """An attribute's value, with what it rests on when its owner was given away."""
        lent = self._lent.get(id(owner.itself))
        if lent is None:
            return value
        if not isinstance(value, Number | Signed):
            return perhaps_none(value)
        quantity = value.quantity
        lent_value = type(quantity)(quantity.low, quantity.high, (*quantity.origins, lent[1]))
        return type(value)(lent_value)


def within(values: Iterable[Value]) -> Iterator[Value]:
    """Values, and the containers and objects in them: each of them once."""
    seen: set[int] = set()
    waiting = [*values]
    while waiting:
        value = waiting.pop()
        if id(value) in seen:
            continue
        seen.add(id(value))
        yield value
        if isinstance(value, Items):
            inner = (*(value.values or ()), *value.among)
        elif isinstance(value, Mapping):
            inner = (*(entry for _, entry in value.entries), *value.among)
        elif isinstance(value, Unknown):
            inner = value.among
        else:
            continue
        waiting += [
            item for item in inner if isinstance(item, Items | Mapping | ObjectValue | Unknown)
        ]
