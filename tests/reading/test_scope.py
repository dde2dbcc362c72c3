"""What runs left is put together where they meet, in the time that their differences take."""

from __future__ import annotations

from hypothesis import given
from hypothesis.strategies import dictionaries, lists, sampled_from, text, tuples

from daft_lint.reading.scope import Scope, State, touched_between
from daft_lint.reading.values import Flag, Nothing, Text, Value

NAMES = text("abcd", min_size=1, max_size=2)
VALUES = sampled_from([Flag(True), Nothing(), Text("a"), Text("b"), None])
STARTS = dictionaries(NAMES, VALUES.filter(bool), max_size=8)
# None takes a name away.
STEPS = lists(tuples(NAMES, VALUES), max_size=6)


def after(start: dict[str, Value], steps: list[tuple[str, Value | None]]) -> dict[str, Value]:
    """A copy of some names, after some of them were bound or taken away."""
    names = dict(start)
    for name, value in steps:
        if value is not None:
            names[name] = value
        else:
            names.pop(name, None)
    return names


def met(*runs: dict[str, Value]) -> dict[str, Value]:
    """The names where runs meet."""
    snapshots = []
    for names in runs:
        state = State(Scope(), {})
        state.scope.names = names
        snapshots.append(state.snapshot())
    state = State(Scope(), {})
    state.meet(snapshots)
    return state.scope.names


@given(STARTS, STEPS)
def test_all_that_was_touched_is_told_and_nothing_else(start, steps) -> None:
    names = after(start, steps)
    touched = set(touched_between(start, names))
    otherwise = {name for name in start | names if start.get(name) is not names.get(name)}
    assert otherwise <= touched
    assert otherwise == touched or any(value is None for _, value in steps)


@given(STARTS, STEPS, STEPS)
def test_in_what_order_names_were_bound_is_of_no_matter(start, steps, others) -> None:
    one, other = after(start, steps), after(start, others)
    backwards = dict(reversed(other.items()))
    assert met(one, other) == met(one, backwards)
