"""Of the ways into a program, those are taken that lead to all of it."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from daft_lint.inference.entry_points import Entry, taken

_NAMES = ["a", "b", "c", "d", "e"]
_ENTRIES = [Entry("file.py", name) for name in _NAMES]
_CALLS = st.dictionaries(
    st.sampled_from(_ENTRIES),
    st.frozensets(st.sampled_from([None, *_ENTRIES]), min_size=1),
)


def _entry(name: str) -> Entry:
    return Entry("file.py", name)


def test_what_nobody_calls_is_a_way_in() -> None:
    assert taken(_ENTRIES[:2], {}) == {_entry("a"), _entry("b")}


def test_what_a_module_or_another_way_in_calls_is_none() -> None:
    calls = {_entry("a"): frozenset({None}), _entry("b"): frozenset({_entry("c")})}
    assert taken(_ENTRIES[:3], calls) == {_entry("c")}


def test_what_only_calls_itself_is_one() -> None:
    assert taken(_ENTRIES[:1], {_entry("a"): frozenset({_entry("a")})}) == {_entry("a")}


def test_of_two_that_call_one_another_the_first_is_taken() -> None:
    calls = {_entry("a"): frozenset({_entry("b")}), _entry("b"): frozenset({_entry("a")})}
    assert taken(_ENTRIES[:2], calls) == {_entry("a")}


@given(_CALLS)
def test_every_way_in_is_taken_or_reached(calls: dict[Entry, frozenset[Entry | None]]) -> None:
    chosen = taken(_ENTRIES, calls)
    for entry in _ENTRIES:
        callers = calls.get(entry, frozenset())
        assert entry in chosen or None in callers or callers & chosen
