"""A frame may flow into several steps of a plan: it stays one plan then, and is followed once."""

from __future__ import annotations

import pytest

from daft_lint.judging.run_context import in_context
from daft_lint.plan.pipeline import OperatorKind
from daft_lint.scheduling.optimiser.rewriting import optimise
from daft_lint.scheduling.prediction.ways import followed_ways
from daft_lint.settings import default_settings

ROUNDS = 10


def doubled(make, *steps):
    """A frame that is concatenated with itself in each round."""
    plan = make.plan(1000, *steps)
    for _ in range(ROUNDS):
        plan = plan.then(make.step(OperatorKind.CONCAT, inputs=(plan,)))
        plan = plan.then(make.column("x", "path")).then(make.into_batches(9))
    return plan


def plans_in(plan):
    """The plans that flow into a plan, by their ids."""
    found, waiting = {}, [plan]
    while waiting:
        for step in waiting.pop().operators:
            for input_ in step.inputs:
                if id(input_) not in found:
                    found[id(input_)] = input_
                    waiting.append(input_)
    return found


@pytest.mark.parametrize("moving", ["path", "out"])
def test_what_is_shared_as_written_is_shared_as_it_runs(make, moving):
    plan = doubled(make, make.pool(), make.where(moving), make.into_partitions(4))

    assert len(plans_in(plan)) == ROUNDS
    assert len(plans_in(optimise(plan, make.action()).plan)) <= ROUNDS**2


def test_a_plan_without_branches_is_its_only_way(make):
    plan = doubled(make, make.pool())

    ((way, at_each_size),) = followed_ways(plan)
    assert way is plan
    assert at_each_size == (plan,)


def test_settings_that_say_nothing_leave_a_plan_as_it_is(make):
    pipeline = make.pipeline(doubled(make, make.column("y", "path")))

    assert in_context(pipeline, default_settings()).pipeline.plan is pipeline.plan
