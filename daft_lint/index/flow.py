"""The flow of bindings through a scope: those that reach each place, and joins of branches."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field

from daft_lint.index.bindings import TOO_MANY, UNBOUND, Condition, Reaching

_MOST = 16
"""More bindings of a name than this are not told apart."""


@dataclass(slots=True, eq=False)
class State:
    """What each name stands for at a place, as far as that differs from an outer state.

    It `is_reached` until something leaves the code there. An empty tuple stands for too many.
    """

    outer: State | None = None
    names: dict[str, tuple[Reaching, ...]] = field(default_factory=dict)
    is_reached: bool = True

    def reaching(self, name: str) -> tuple[Reaching, ...] | None:
        """The bindings of a name that reach the place; None where none was seen."""
        state: State | None = self
        while state is not None:
            found = state.names.get(name)
            if found is not None:
                return found
            state = state.outer
        return None

    def known(self, name: str) -> tuple[Reaching, ...]:
        """The same, where a name that was never bound is unbound."""
        found = self.reaching(name)
        return UNBOUND if found is None else found

    def inner(self) -> State:
        """A state that begins as this one and leaves it alone."""
        return State(self, is_reached=self.is_reached)

    def since(self, outer: State) -> State:
        """What differs from an outer state, as one state that stays as it is."""
        layers: list[State] = []
        state: State | None = self
        while state is not None and state is not outer:
            layers.append(state)
            state = state.outer
        names: dict[str, tuple[Reaching, ...]] = {}
        for layer in reversed(layers):
            names.update(layer.names)
        return State(outer, names, self.is_reached)

    def may_hold(self, more: Iterable[tuple[str, Reaching]]) -> None:
        """Some names may stand for something else too."""
        for name, reaching in more:
            known = self.known(name)
            if known != TOO_MANY and reaching not in known:
                together = (*known, reaching)
                self.names[name] = together if len(together) <= _MOST else TOO_MANY

    def become(self, ways: Sequence[tuple[State, Condition | None]]) -> None:
        """Where ways meet that began here, each under its condition."""
        reached = [(state, condition) for state, condition in ways if state.is_reached]
        self.is_reached = bool(reached)
        changed = dict.fromkeys(name for state, _ in reached for name in state.names)
        for name in changed:
            self.names[name] = _met([(state.known(name), each) for state, each in reached])


def _met(found: Sequence[tuple[tuple[Reaching, ...], Condition | None]]) -> tuple[Reaching, ...]:
    first = found[0][0]
    if all(reaching == first for reaching, _ in found):
        return first
    if any(reaching == TOO_MANY for reaching, _ in found):
        return TOO_MANY
    together = tuple(_each_once(found))
    return together if len(together) <= _MOST else TOO_MANY


def _each_once(
    ways: Iterable[tuple[tuple[Reaching, ...], Condition | None]],
) -> Iterator[Reaching]:
    seen: set[Reaching] = set()
    for reaching, condition in ways:
        for binding in reaching:
            more = (
                binding
                if condition is None
                else Reaching(binding.binding, (*binding.conditions, condition))
            )
            if more not in seen:
                seen.add(more)
                yield more
