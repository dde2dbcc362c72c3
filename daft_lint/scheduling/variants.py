"""The plans that a plan with steps in branches may turn out to be."""

from __future__ import annotations

from dataclasses import replace

from daft_lint.plan.pipeline import Operator, OperatorKind, Plan

MOST_BRANCHES = 4
"""Of more steps than these that only some runs take, the rest counts as unknown steps."""


def variants(plan: Plan) -> list[Plan]:
    """Every plan that some run has, each step either certainly there or gone."""
    plans = [replace(plan, operators=())]
    branches = 0
    for operator in plan.operators:
        choices = _choices(operator)
        if len(choices) > 1:
            branches += 1
            if branches > MOST_BRANCHES:
                choices = [(_unknown_step(operator),)]
        plans = [
            replace(known, operators=known.operators + choice)
            for known in plans
            for choice in choices
        ]
    return plans


def _choices(operator: Operator) -> list[tuple[Operator, ...]]:
    sides: list[tuple[Plan, ...]] = [()]
    for branch in operator.inputs:
        sides = [(*done, variant) for done in sides for variant in variants(branch)]
    taken = [(replace(operator, inputs=side, maybe=False),) for side in sides]
    return [*taken, ()] if operator.maybe else list(taken)


def _unknown_step(operator: Operator) -> Operator:
    return replace(
        operator, kind=OperatorKind.OPAQUE, reads=None, writes=None, keeps=None, maybe=False
    )
