"""The event model does what Daft's own loops do: held against them in virtual time."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Sequence
from itertools import islice, repeat
from random import Random
from statistics import median
from unittest.mock import patch

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st
from sampling import draws

from daft_lint.scheduling.simulation import event_model
from daft_lint.scheduling.simulation.costs import Costs
from daft_lint.scheduling.simulation.dispatch import SHARED_STACK, Dispatch
from daft_lint.scheduling.simulation.event_model import Machine, Phase, Run, run_phases
from daft_lint.scheduling.simulation.stations import Stage, Task

from .reference_operators import Operator, Outcome, run_shared

# No multiple of one is one of another, so that hardly any two things happen at the same time:
# then what comes first is left to chance.
GAP = 0.0113
HANDOVER = 0.003
ROW_SECONDS = st.sampled_from([0.00217, 0.00531, 0.01093])
SEEDS = range(6)
ORDERS = range(1_000)
AN_INSTANT = 0.0001
PLENTY_OF_CPUS = 1_000_000

unhurried = settings(deadline=None, max_examples=draws(60))
task_lists = st.lists(st.lists(st.integers(1, 240), min_size=1, max_size=2), min_size=1, max_size=5)
batch_sizes = st.one_of(st.none(), st.integers(10, 80))
pools = st.builds(Operator, st.integers(1, 5), batch_sizes, ROW_SECONDS)
in_task = st.builds(Operator, st.just(4), batch_sizes, ROW_SECONDS, st.just(True))


def modelled(
    tasks: Sequence[Sequence[int]],
    operators: Sequence[Operator],
    dispatch: Dispatch = SHARED_STACK,
    random: Random | None = None,
) -> tuple[Run, list[float]]:
    """A run of the model, and when each task ended, counted from when the first arrived.

    Each morsel is followed: `test_shortcuts` tells how far off those are that stand for several.
    """
    ends: dict[int, float] = {}
    end_task = event_model._Scheduler.end

    def end(scheduler: event_model._Scheduler, now: float, task: Task) -> None:
        ends[task.number] = now - GAP
        end_task(scheduler, now, task)

    stages = tuple(
        Stage(
            (operator.actors,),
            operator.batch_size,
            in_task=operator.in_task,
            row_seconds=operator.row_seconds,
        )
        for operator in operators
    )
    costs = Costs(handover_seconds=HANDOVER, submit_seconds=GAP)
    machine = Machine((PLENTY_OF_CPUS,), (), dispatch)
    with patch.object(event_model._Scheduler, "end", end):
        run = run_phases([Phase(tasks, stages)], machine, costs, random, most_events=math.inf)
    return run, [ends[task] for task in range(len(tasks))]


def referred(tasks: Sequence[Sequence[int]], operators: Sequence[Operator]) -> list[Outcome]:
    """What Daft's loops do, a few times with other random numbers."""
    return [run_shared(tasks, operators, gap=GAP, handover=HANDOVER, seed=seed) for seed in SEEDS]


def steady(tasks: Sequence[Sequence[int]], operators: Sequence[Operator]) -> Iterator[Outcome]:
    """What they do when calls begin as soon as in the model, in one order after another."""
    for seed in ORDERS:
        yield run_shared(tasks, operators, gap=GAP, handover=HANDOVER, steady=True, seed=seed)


def is_among(found: float, seen: Sequence[float], margin: float) -> bool:
    return min(seen) - margin <= found <= max(seen) + margin


def are_among(found: Sequence[float], outcomes: Iterable[Sequence[float]], margin: float) -> bool:
    """Whether each number is between those in its place in the outcomes, as many as it takes."""
    seen: list[Sequence[float]] = []
    for outcome in outcomes:
        seen.append(outcome)
        if all(map(is_among, found, zip(*seen, strict=True), repeat(margin))):
            return True
    return False


def longest_call(outcome: Outcome) -> float:
    return max(call.end - call.start for calls in outcome.calls for call in calls)


def shares(run: Run, stage: int) -> list[float]:
    return sorted(actor.rows for actor in run.phases[0][stage].actors)


@pytest.mark.parametrize(
    ("tasks", "rows", "ends"),
    [
        ([400] * 4, 50, [1.02, 2.03, 3.53, 4.04]),
        ([400], 50, [1.0]),
    ],
)
def test_the_reference_ends_tasks_when_daft_was_seen_to(tasks, rows, ends):
    outcome = run_shared([[task] for task in tasks], [Operator(4, rows, 0.01)], seed=1)

    assert outcome.ends == pytest.approx(ends, abs=0.05)


def test_the_reference_holds_a_fast_pool_back_as_daft_was_seen_to():
    outcome = run_shared([[1_600]], [Operator(4, 50, 0.004), Operator(4, 50, 0.008)])

    assert outcome.span(0) == pytest.approx(2.05, abs=0.05)
    assert outcome.span() == pytest.approx(3.46, abs=0.05)
    assert outcome.rows_per_actor(0, 4) == outcome.rows_per_actor(1, 4) == [400] * 4


@unhurried
@given(task_lists, pools)
@example([[70, 3], [1, 1], [40]], Operator(3, 10, 0.00217))
# A call ends hardly before the next task arrives.
@example([[6, 2], [2], [1, 4]], Operator(4, None, 0.01093))
@example([[1], [51, 240], [1, 219], [1], [113]], Operator(5, 73, 0.01093))
@example([[7], [1, 2], [1, 5]], Operator(4, None, 0.01093))
# Many calls end at the same time, and it matters which one is first.
@example([[5, 192], [4], [4], [168], [84, 1]], Operator(5, 37, 0.00531))
def test_a_pool_does_what_daft_s_loops_do(tasks, pool):
    """Exactly that, in one of the orders in which things may happen at the same time."""
    run, ends = modelled(tasks, [pool])

    assert any(
        run.span == pytest.approx(seen.span(), abs=AN_INSTANT)
        and ends == pytest.approx(seen.ends, abs=AN_INSTANT)
        and shares(run, 0) == pytest.approx(seen.rows_per_actor(0, pool.actors))
        for seen in steady(tasks, [pool])
    )


@unhurried
@given(task_lists, st.lists(pools, min_size=2, max_size=3))
# Rows of another task have ended when the last ones of the first task are handed on.
@example([[3, 149], [4], [6, 75]], [Operator(2, 58, 0.00531), Operator(1, 28, 0.00531)])
def test_the_tasks_of_a_chain_end_when_they_do_in_daft_s_loops(tasks, operators):
    """Exactly then, or between the orders in which things may happen at the same time."""
    run, ends = modelled(tasks, operators)

    outcomes = ((*seen.ends, seen.span()) for seen in steady(tasks, operators))
    assert are_among((*ends, run.span), outcomes, AN_INSTANT)


def test_rows_are_taken_while_results_wait_as_in_most_runs_of_daft_s_loops():
    tasks = [[160], [40], [4]]
    operators = [Operator(5, 10, 0.00217), Operator(1, None, 0.01093)]
    _, ends = modelled(tasks, operators)

    seen = [outcome.ends for outcome in islice(steady(tasks, operators), 50)]
    assert ends == pytest.approx([median(each) for each in zip(*seen, strict=True)], abs=AN_INSTANT)


def test_what_a_udf_in_the_task_has_gets_a_thread_before_what_it_hands_on():
    tasks = [[1, 36], [2, 60], [91]]
    operators = [Operator(4, 27, 0.01093, in_task=True), Operator(4, None, 0.01093, in_task=True)]
    _, ends = modelled(tasks, operators)

    assert ends == pytest.approx(next(steady(tasks, operators)).ends, abs=AN_INSTANT)


@unhurried
@given(
    task_lists,
    st.lists(st.one_of(pools, pools, in_task), min_size=2, max_size=3),
)
def test_a_chain_does_what_daft_s_loops_do(tasks, operators):
    run, ends = modelled(tasks, operators)
    seen = referred(tasks, operators)
    margin = longest_call(seen[0]) + 0.03 * run.span + 4 * HANDOVER

    for stage in range(len(operators)):
        assert run.phases[0][stage].rows == sum(sum(pieces) for pieces in tasks)
    assert is_among(run.span, [outcome.span() for outcome in seen], margin)
    assert is_among(max(ends), [max(outcome.ends) for outcome in seen], margin)


def test_two_udfs_in_tasks_share_the_threads_of_their_worker():
    operators = [Operator(8, 50, 0.01, in_task=True)] * 2

    run, _ = modelled([[1_600]], operators)

    assert run.span == pytest.approx(4.0, rel=0.02)
    assert run.span == pytest.approx(run_shared([[1_600]], operators).span(), rel=0.02)
