"""Which conditions of branches exclude one another."""

from __future__ import annotations

from ast import literal_eval
from dataclasses import replace

from hypothesis import given
from hypothesis import strategies as st

from daft_lint.plan.conditions import Condition, exclude, hold

VALUES = ("None", "False", "0", "''", "'ray'", "'native'", "7", "True")
conditions = st.builds(
    Condition,
    st.just("mode"),
    st.none() | st.frozensets(st.sampled_from(VALUES), min_size=1),
    st.booleans(),
)


def meets(value: str, condition: Condition) -> bool:
    """Whether a value, as Python writes it, meets a condition."""
    if condition.values is None:
        return bool(literal_eval(value)) == condition.holds
    return (value in condition.values) == condition.holds


@given(conditions, conditions)
def test_what_excludes_one_another_is_never_met_by_one_value(
    condition: Condition, other: Condition
) -> None:
    both = [value for value in VALUES if meets(value, condition) and meets(value, other)]

    assert not (both and condition.contradicts(other))


@given(conditions, conditions)
def test_both_exclude_each_other_or_none(condition: Condition, other: Condition) -> None:
    assert condition.contradicts(other) == other.contradicts(condition)


def test_a_test_and_its_opposite_exclude_each_other() -> None:
    ray = Condition("engine", frozenset({"'ray'"}), holds=True, exact="args.engine")
    other = Condition("engine", frozenset({"'ray'"}), holds=False, exact="args.engine")

    assert exclude({ray}, {other}, surely=True)
    assert exclude({ray}, {other}, surely=False)


def test_two_values_exclude_each_other() -> None:
    ray = Condition("engine", frozenset({"'ray'"}), holds=True)
    native = Condition("engine", frozenset({"'native'"}), holds=True)

    assert exclude({ray}, {native}, surely=False)


def test_what_is_true_is_not_none() -> None:
    limited = Condition("limit", None, holds=True)
    unlimited = Condition("limit", frozenset({"None"}), holds=True)

    assert exclude({limited}, {unlimited}, surely=False)


def test_nothing_is_sure_of_things_that_are_only_called_alike() -> None:
    debug = Condition("debug", None, holds=True, exact="args.debug")
    not_debug = Condition("debug", None, holds=False, exact="self.debug")

    assert exclude({debug}, {not_debug}, surely=False)
    assert not exclude({debug}, {not_debug}, surely=True)


def test_other_things_exclude_nothing() -> None:
    debug = Condition("debug", None, holds=True, exact="debug")
    not_quiet = Condition("quiet", None, holds=False, exact="quiet")

    assert not exclude({debug}, {not_quiet}, surely=False)


def test_conditions_hold_where_they_are_all_met() -> None:
    debug = Condition("debug", None, holds=True, exact="args.debug")
    quiet = Condition("quiet", None, holds=True, exact="args.quiet")

    assert hold({replace(debug, exact="self.debug")}, {debug, quiet})
    assert not hold({debug, quiet}, {debug})
    assert not hold((), {debug})
