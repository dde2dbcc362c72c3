"""Plans that continue from the rows of an earlier plan."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass, replace

from daft_lint.plan.pipeline import Operator, OperatorKind, Plan
from daft_lint.plan.quantity import between, unknown
from daft_lint.plan.span import Span


@dataclass(frozen=True, slots=True)
class Before:
    """The plan that was materialised before, and the call that did it."""

    plan: Plan
    span: Span


def continued(plan: Plan, before: Mapping[int, Before | None]) -> Plan:
    """A plan with the sources that are the results of other plans replaced by these plans.

    `before` gives sources by their place in the plan, from 0, those of a join's left side before
    those of its right. None: nothing is known of its rows.
    """
    found, _ = _continued(plan, before, 0)
    return found


def _continued(plan: Plan, before: Mapping[int, Before | None], place: int) -> tuple[Plan, int]:
    """A plan whose first source has that place, and the place of the next source."""
    own, place = place, place + 1
    operators: list[Operator] = []
    for step in plan.operators:
        inputs: list[Plan] = []
        for other in step.inputs:
            done, place = _continued(other, before, place)
            inputs.append(done)
        operators.append(replace(step, inputs=tuple(inputs)))
    if own not in before:
        return Plan(plan.source, tuple(operators)), place
    earlier = before[own]
    if earlier is None:
        some = between(1, math.inf)
        return Plan(replace(plan.source, partitions=some, rows=unknown()), tuple(operators)), place
    barrier = Operator(OperatorKind.BARRIER, "collect", earlier.span)
    return Plan(earlier.plan.source, (*earlier.plan.operators, barrier, *operators)), place
