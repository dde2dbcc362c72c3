"""Column pruning: which UDF calls of a plan nobody needs, so that Daft doesn't run them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from daft_lint.plan.pipeline import Operator, OperatorKind, Plan, UdfCall, UdfKind
from daft_lint.scheduling.columns import EVERYTHING, NOTHING, Needed, read, written

_TRANSPARENT = frozenset(
    {
        OperatorKind.RANDOM_REPARTITION,
        OperatorKind.INTO_PARTITIONS,
        OperatorKind.INTO_BATCHES,
        OperatorKind.LIMIT,
        OperatorKind.SAMPLE,
    }
)
_READERS = frozenset(
    {
        OperatorKind.FILTER,
        OperatorKind.HASH_REPARTITION,
        OperatorKind.SORT,
        OperatorKind.EXPLODE,
        OperatorKind.JOIN,
    }
)


@dataclass(frozen=True, slots=True)
class Pruned:
    """A plan without the UDF calls nobody needs, and those calls."""

    plan: Plan
    unused: tuple[UdfCall, ...]


def prune(plan: Plan, needed: Needed) -> Pruned:
    """Drop the UDF calls whose columns certainly nobody needs, given those needed at the end.

    What nothing is dropped from stays the same object: plans that flow into several steps are
    pruned once, and are told by identity later too.
    """
    return _prune(plan, needed, {})


def _prune(plan: Plan, needed: Needed, known: dict[tuple[int, Needed], Pruned]) -> Pruned:
    """`known` are the plans that were pruned by now, each for what is needed of it."""
    key = id(plan), needed
    if key in known:
        return known[key]
    kept: list[Operator] = []
    unused: list[UdfCall] = []
    for operator in reversed(plan.operators):
        of_input = _needed_of_input(operator, needed)
        inputs = [_prune(branch, of_input, known) for branch in operator.inputs]
        idle_calls = _unused_calls(operator, needed)
        unused[:0] = [call for branch in inputs for call in branch.unused] + list(idle_calls)
        if not _is_dead(operator, needed):
            kept.append(_pruned(operator, idle_calls, tuple(branch.plan for branch in inputs)))
        before = _needed_before(operator, needed, idle_calls)
        needed = before.union(needed) if operator.maybe else before
    operators = tuple(reversed(kept))
    pruned = Pruned(plan.with_operators(operators), tuple(unused))
    known[key] = pruned
    return pruned


def _pruned(
    operator: Operator, idle_calls: tuple[UdfCall, ...], inputs: tuple[Plan, ...]
) -> Operator:
    if idle_calls:
        calls = tuple(call for call in operator.calls if call not in idle_calls)
        operator = replace(operator, calls=calls)
    return operator.with_inputs(inputs)


def needed_after(plan: Plan, place: int, needed: Needed) -> Needed:
    """The columns that somebody needs of what the step at `place` makes, given those at the end."""
    return needed_after_each(plan.operators[place:], needed)[0]


def needed_after_each(steps: Sequence[Operator], needed: Needed) -> list[Needed]:
    """The columns that somebody needs of what each of the steps makes, given those at the end."""
    wanted: list[Needed] = []
    for operator in reversed(steps):
        wanted.append(needed)
        before = _needed_before(operator, needed, _unused_calls(operator, needed))
        needed = before.union(needed) if operator.maybe else before
    return wanted[::-1]


def _unused_calls(operator: Operator, needed: Needed) -> tuple[UdfCall, ...]:
    """The calls whose column nobody needs; a call without a column shares its operator's fate."""
    if operator.kind is not OperatorKind.PROJECT or operator.may_explode:
        return ()
    if _makes_only_unneeded_columns(operator, needed):
        return operator.calls
    return tuple(
        call
        for call in operator.calls
        if call.output is not None
        and not needed.has(call.output)
        and call.udf.kind is not UdfKind.GENERATOR
    )


def _makes_only_unneeded_columns(operator: Operator, needed: Needed) -> bool:
    columns = written(operator)
    return (
        operator.kind is OperatorKind.PROJECT
        and not operator.may_explode
        and not any(call.udf.kind is UdfKind.GENERATOR for call in operator.calls)
        and bool(columns)
        and not needed.has_any(columns or frozenset())
    )


def _is_dead(operator: Operator, needed: Needed) -> bool:
    """Whether nothing is left of a step, so that Daft drops it and its neighbours meet."""
    return operator.keeps is None and _makes_only_unneeded_columns(operator, needed)


def _needed_of_input(operator: Operator, needed: Needed) -> Needed:
    return needed if operator.kind is OperatorKind.CONCAT else EVERYTHING


def _needed_before(operator: Operator, needed: Needed, idle_calls: tuple[UdfCall, ...]) -> Needed:
    if operator.kind is OperatorKind.CONCAT or operator.kind in _TRANSPARENT:
        return needed
    calls = tuple(call for call in operator.calls if call not in idle_calls)
    if operator.kind in _READERS:
        return needed.plus(read(operator, calls))
    if operator.kind is OperatorKind.AGGREGATE:
        return NOTHING.plus(read(operator, calls))
    if operator.kind is OperatorKind.PROJECT:
        return _needed_before_project(operator, needed, calls)
    return EVERYTHING


def _needed_before_project(
    operator: Operator, needed: Needed, calls: tuple[UdfCall, ...]
) -> Needed:
    columns = written(operator)
    if columns is None:
        return needed.plus(read(operator, calls)) if operator.keeps is None else EVERYTHING
    if _makes_only_unneeded_columns(operator, needed):
        return needed
    if operator.keeps is not None:
        passed = operator.keeps - columns
        needed = Needed(frozenset(name for name in passed if needed.has(name)))
    else:
        needed = needed.without(columns)
    return needed.plus(read(operator, calls)) if columns else needed
