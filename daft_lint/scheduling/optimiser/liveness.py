"""Column pruning: the UDF calls of a plan with unneeded columns, which Daft doesn't run."""

from __future__ import annotations

from collections.abc import Sequence
from operator import is_not

from daft_lint.plan.conditions import ALWAYS, Conditions, exclude
from daft_lint.plan.pipeline import Operator, OperatorKind, Plan, UdfCall, UdfKind
from daft_lint.records import dataclass, replace
from daft_lint.scheduling.optimiser.columns import Needed
from daft_lint.scheduling.optimiser.kept import Kept
from daft_lint.scheduling.optimiser.required_columns import (
    Needs,
    makes_only_unneeded,
    may_need,
    of_frame,
    of_input,
    surely_needs,
)


@dataclass(frozen=True, slots=True)
class Pruned:
    """A plan without its unneeded UDF calls, and those calls."""

    plan: Plan
    unused: tuple[UdfCall, ...]


def prune(plan: Plan, needs: Needs) -> Pruned:
    """Drop the UDF calls whose columns surely aren't needed, given those needed at the end.

    Calls that may be needed or not are doubtful from here on. What doesn't change stays the same
    object: plans that flow into several steps are pruned once, and are recognised by identity later
    too.
    """
    kept: list[Operator] = []
    unused: list[UdfCall] = []
    branches = _branches(plan, needs)
    for place in range(len(plan.operators) - 1, -1, -1):
        operator = plan.operators[place]
        beside = plan.operators[:place]
        inputs = [
            _pruned_once(branch, of_input(operator, needs, beside)) for branch in operator.inputs
        ]
        in_branch = branches.get(operator.under, needs) if operator.maybe else needs
        calls, idle_calls = _calls(operator, needs, in_branch)
        unused[:0] = [call for branch in inputs for call in branch.unused] + list(idle_calls)
        if not _is_dead(operator, needs.at_most):
            kept.append(_pruned(operator, calls, tuple(branch.plan for branch in inputs)))
        before = _needs_before(operator, needs, calls)
        if operator.maybe:
            branches = {
                under: _needs_before(operator, branch, calls, under)
                for under, branch in branches.items()
            }
        elif branches:
            # Many of the branches need the same.
            distinct = {
                branch: _needs_before(operator, branch, calls) for branch in {*branches.values()}
            }
            branches = {under: distinct[branch] for under, branch in branches.items()}
        needs = before
    operators = tuple(reversed(kept))
    return Pruned(plan.with_operators(operators), tuple(unused))


_PRUNED = Kept[Pruned]()


def _pruned_once(plan: Plan, needs: Needs) -> Pruned:
    """As `prune`, once for each need: a plan may flow into several steps and pipelines."""
    return _PRUNED.once(plan, (id(plan), needs), lambda: prune(plan, needs))


def _branches(plan: Plan, needs: Needs) -> dict[Conditions, Needs]:
    """What is needed at the end in the runs that take each of the branches with UDF calls."""
    steps = (step for step in plan.operators if step.maybe and step.calls)
    return dict.fromkeys((step.under for step in steps if _are_exact(step.under)), needs)


def _are_exact(under: Conditions) -> bool:
    return bool(under) and all(condition.exact is not None for condition in under)


def _pruned(operator: Operator, calls: tuple[UdfCall, ...], inputs: tuple[Plan, ...]) -> Operator:
    if any(map(is_not, calls, operator.calls)) or len(calls) < len(operator.calls):
        operator = replace(operator, calls=calls)
    return operator.with_inputs(inputs)


def needed_after(plan: Plan, place: int, needed: Needed) -> Needed:
    """The needed columns of what the step at `place` makes, given those at the end."""
    return needed_after_each(plan.operators[place:], needed)[0]


def needed_after_each(steps: Sequence[Operator], needed: Needed) -> list[Needed]:
    """The needed columns of what each of the steps makes, given those at the end."""
    needs = Needs.exactly(needed)
    wanted: list[Needed] = []
    for operator in reversed(steps):
        wanted.append(needs.at_most)
        needs = _needs_before(operator, needs, _calls(operator, needs, needs)[0])
    return wanted[::-1]


def _needs_before(
    operator: Operator, needs: Needs, calls: tuple[UdfCall, ...], met: Conditions = ALWAYS
) -> Needs:
    """What is needed of the frame that a step is called on, in the runs that meet conditions."""
    if operator.maybe and exclude(operator.under, met, surely=True):
        return needs
    before = of_frame(operator, needs, calls)
    is_taken = not operator.maybe or (_are_exact(operator.under) and operator.under <= met)
    return before if is_taken else before.either(needs)


def _calls(
    operator: Operator, needs: Needs, in_branch: Needs
) -> tuple[tuple[UdfCall, ...], tuple[UdfCall, ...]]:
    """The calls that a step makes, each said to be doubtful or not, and those that it doesn't.

    A call that only some run gets to is judged by what is needed `in_branch`, in those runs.
    """
    if not operator.calls:
        return (), ()
    idle_calls = _unused_calls(operator, needs.at_most)
    calls = (call for call in operator.calls if call not in idle_calls)
    return tuple(_with_doubt(call, operator, in_branch.at_least) for call in calls), idle_calls


def _with_doubt(call: UdfCall, operator: Operator, needed: Needed) -> UdfCall:
    doubtful = not _is_surely_used(call, operator, needed)
    return call if call.doubtful is doubtful else replace(call, doubtful=doubtful)


def _is_surely_used(call: UdfCall, operator: Operator, needed: Needed) -> bool:
    """Whether a call's result is surely needed: by a filter, or because each yield is a row."""
    if operator.kind is not OperatorKind.PROJECT or call.udf.kind is UdfKind.GENERATOR:
        return True
    return surely_needs(operator, call, needed)


def _unused_calls(operator: Operator, needed: Needed) -> tuple[UdfCall, ...]:
    """The calls with an unneeded column; a call without a column is unneeded with its operator."""
    if operator.kind is not OperatorKind.PROJECT or operator.may_explode:
        return ()
    if makes_only_unneeded(operator, needed):
        return operator.calls
    return tuple(
        call
        for call in operator.calls
        if not may_need(operator, call.output, needed) and call.udf.kind is not UdfKind.GENERATOR
    )


def _is_dead(operator: Operator, needed: Needed) -> bool:
    """Whether nothing is left of a step, so that Daft drops it and its neighbours meet."""
    return operator.keeps is None and makes_only_unneeded(operator, needed)
