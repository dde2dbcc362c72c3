"""The values of names and attributes while code is followed, and their joins after branches.

Nothing is copied where a run may go two ways: each write is noted, and taken back for the other.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any

from daft_lint.inference.action_history import Done, Past, met
from daft_lint.values.values import ClassValue, FrameValue, FunctionValue, ObjectValue, Value, join

Table = dict[Any, Value]


class _Missing:
    """Stands for a key that a table doesn't have."""


MISSING = _Missing()
_Written = dict[tuple[int, Any], tuple[Table, Any, Value | _Missing]]


@dataclass(frozen=True, slots=True)
class Way:
    """What was written on one way from a moment on, and the actions done by its end."""

    written: _Written
    done: Done


class State:
    """The names and attributes of a program at one moment, and whether the run goes on.

    `attributes` are those of objects and classes, by the owner and the name.
    """

    def __init__(self, past: Past, note_met: Callable[[FrameValue, Sequence[Value]], None]) -> None:
        self.attributes: Table = {}
        self.past = past
        self.ended = False
        self._note_met = note_met
        self._log: list[tuple[Table, Any, Any]] = []

    def put(self, table: Table, key: object, value: Value) -> None:
        """Write a value, so that it can be taken back."""
        self._log.append((table, key, table.get(key, MISSING)))
        table[key] = value

    def drop(self, table: Table, key: object) -> None:
        """Take a key out of a table."""
        if key in table:
            self._log.append((table, key, table.pop(key)))

    def attribute(self, owner: object, name: str) -> Value | None:
        """An attribute that was set on an object or class so far."""
        return self.attributes.get((owner, name))

    def set_attribute(self, owner: object, name: str, value: Value) -> None:
        """Set an attribute of an object or class."""
        self.put(self.attributes, (owner, name), value)

    def mark(self) -> int:
        """A moment to come back to."""
        return len(self._log)

    def way(self, mark: int, without: Table | None = None) -> Way:
        """What was written since a moment, but for one table."""
        written: _Written = {}
        for table, key, _ in self._log[mark:]:
            if table is not without:
                written[id(table), key] = table, key, table.get(key, MISSING)
        return Way(written, self.past.done)

    def written(self, mark: int) -> list[tuple[Table, Any, Any]]:
        """The tables and keys that were written since a moment, with what stood there before."""
        found: dict[tuple[int, Any], tuple[Table, Any, Any]] = {}
        for table, key, before in self._log[mark:]:
            found.setdefault((id(table), key), (table, key, before))
        return list(found.values())

    def go_back(self, mark: int, done: Done | None = None) -> None:
        """Take back all that was written since a moment."""
        log = self._log
        while len(log) > mark:
            table, key, before = log.pop()
            if before is MISSING:
                table.pop(key, None)
            else:
                table[key] = before
        if done is not None:
            self.past.done = done
        self.ended = False

    def meet(self, ways: Sequence[Way]) -> None:
        """Go on with what any of the ways left that began at this moment; none: it has ended."""
        if not ways:
            self.ended = True
            return
        self.ended = False
        if len(ways) == 1:
            for table, key, value in ways[0].written.values():
                self._write(table, key, value)
            self.past.done = ways[0].done
            return
        places: _Written = {}
        for way in ways:
            places.update(way.written)
        for place, (table, key, _) in places.items():
            self._write(table, key, self._met(place, table, key, ways))
        self.past.done = met([way.done for way in ways])

    @contextmanager
    def lasting(self) -> Iterator[None]:
        """What is written meanwhile is taken back by nobody."""
        log, self._log = self._log, []
        try:
            yield
        finally:
            self._log = log

    def _met(
        self, place: tuple[int, Any], table: Table, key: Any, ways: Sequence[Way]
    ) -> Value | _Missing:
        before: Value | _Missing = table.get(key, MISSING)
        ends = [way.written[place][2] if place in way.written else before for way in ways]
        present: list[Value] = [end for end in ends if not isinstance(end, _Missing)]
        if len(present) < len(ends) and table is self.attributes:
            # An attribute that isn't set is that of the class.
            unset = of_class(key)
            present += [] if unset is None else [unset]
        if not present:
            return MISSING
        value: Value = present[0]
        for other in present[1:]:
            if other is not value:
                value = join(value, other)
        if isinstance(value, FrameValue):
            self._note_met(value, present)
        return value

    def _write(self, table: Table, key: object, value: Any) -> None:
        if value is MISSING:
            self.drop(table, key)
        elif table.get(key, MISSING) is not value:
            self.put(table, key, value)


def of_class(key: tuple[object, str]) -> Value | None:
    """An attribute that isn't set on an object is that of its class."""
    owner, name = key
    if isinstance(owner, FunctionValue):
        return None
    if isinstance(owner, ObjectValue):
        return owner.made_of.constant(name)
    return owner.constant(name) if isinstance(owner, ClassValue) else None
