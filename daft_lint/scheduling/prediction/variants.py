"""The plans that a plan with steps in branches may turn out to be."""

from __future__ import annotations

from daft_lint.plan.pipeline import Operator, OperatorKind, Plan
from daft_lint.records import replace

MOST_BRANCHES = 4
"""Of more steps than these that only some runs take, the rest counts as unknown steps."""


def variants(plan: Plan) -> list[Plan]:
    """Every plan that some run has, each step either certainly there or gone."""
    return _variants(plan, {})


def _variants(plan: Plan, known: dict[int, list[Plan]]) -> list[Plan]:
    """`known` are those of the plans that were gone through by now."""
    if id(plan) not in known:
        known[id(plan)] = _made(plan, known)
    return known[id(plan)]


def _made(plan: Plan, known: dict[int, list[Plan]]) -> list[Plan]:
    plans = [replace(plan, operators=())]
    branches = 0
    for operator in plan.operators:
        choices = _choices(operator, known)
        if len(choices) > 1:
            branches += 1
            if branches > MOST_BRANCHES:
                choices = [(_unknown_step(operator),)]
        plans = [
            replace(begun, operators=begun.operators + choice)
            for begun in plans
            for choice in choices
        ]
    return [plan.with_operators(each_plan.operators) for each_plan in plans]


def _choices(operator: Operator, known: dict[int, list[Plan]]) -> list[tuple[Operator, ...]]:
    sides: list[tuple[Plan, ...]] = [()]
    for branch in operator.inputs:
        sides = [(*done, variant) for done in sides for variant in _variants(branch, known)]
    sure = replace(operator, maybe=False) if operator.maybe else operator
    taken = [(sure.with_inputs(side),) for side in sides]
    return [*taken, ()] if operator.maybe else list(taken)


def _unknown_step(operator: Operator) -> Operator:
    return replace(
        operator,
        kind=OperatorKind.OPAQUE,
        reads=None,
        writes=None,
        keeps=None,
        drops=None,
        maybe=False,
    )
