"""What holds for every chain of pools, on every cluster."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise
from random import Random

from hypothesis import given, settings
from hypothesis import strategies as st
from sampling import draws

from daft_lint.plan.cluster import WorkerGroup
from daft_lint.plan.quantity import exactly
from daft_lint.scheduling.partitions.partition_sampling import Whole
from daft_lint.scheduling.prediction.bounds import Load
from daft_lint.scheduling.prediction.distribution import distribution
from daft_lint.scheduling.prediction.outcome import Distribution
from daft_lint.scheduling.simulation.costs import Costs
from daft_lint.scheduling.simulation.dispatch import dispatch_of
from daft_lint.scheduling.simulation.event_model import Machine, Phase, Run, run_phases
from daft_lint.scheduling.simulation.occupancy import Occupancy
from daft_lint.scheduling.simulation.stations import Stage

ROUNDING = 1e-6

unhurried = settings(deadline=None, max_examples=draws(40))
dispatches = st.sampled_from([(0, 6, 4), (0, 7, 0), (0, 7, 3), (0, 7)]).map(dispatch_of)
costs = st.builds(
    Costs,
    morsel_seconds=st.sampled_from([0.0, 0.001]),
    handover_seconds=st.sampled_from([0.0, 0.003]),
    dispatch_seconds=st.sampled_from([0.0, 0.002]),
    submit_seconds=st.sampled_from([0.0, 0.01]),
    finish_seconds=st.sampled_from([0.0, 0.005]),
    travel_seconds=st.sampled_from([0.0, 0.01]),
    pool_start_seconds=st.sampled_from([0.0, 2.0]),
)
randoms = st.one_of(st.none(), st.integers(0, 99)).map(
    lambda seed: None if seed is None else Random(seed)
)


@dataclass(frozen=True)
class Shape:
    """Phases of tasks that pass the same stages, on workers of any size."""

    phases: tuple[tuple[tuple[tuple[int, ...], ...], tuple[Stage, ...]], ...]
    machine: Machine

    def run(self, cost: Costs, random: Random | None) -> Run:
        """The run, with a barrier between any two phases."""
        phases = [Phase(tasks, stages) for tasks, stages in self.phases]
        return run_phases(phases, self.machine, cost, random)


tasks = st.lists(st.lists(st.integers(0, 60), max_size=3).map(tuple), min_size=1, max_size=6).map(
    tuple
)


@st.composite
def shapes(draw: st.DrawFn) -> Shape:
    """One to three phases of one to three stages, on one to four workers."""
    cpus = draw(st.lists(st.integers(1, 5), min_size=1, max_size=4).map(tuple))
    gpus = draw(st.tuples(*[st.integers(0, 2)] * len(cpus)))
    threads = st.builds(
        Stage,
        st.just(cpus),
        st.one_of(st.none(), st.integers(1, 40)),
        in_task=st.just(True),
        row_seconds=st.sampled_from([0.01, 0.017]),
    )
    pools = st.builds(
        Stage,
        st.tuples(*[st.integers(0, 3)] * len(cpus)).filter(any),
        st.one_of(st.none(), st.integers(1, 40)),
        row_seconds=st.sampled_from([0.01, 0.017]),
    )
    stages = st.lists(st.one_of(pools, pools, threads), min_size=1, max_size=3).map(tuple)
    phases = draw(st.lists(st.tuples(tasks, stages), min_size=1, max_size=3).map(tuple))
    return Shape(phases, Machine(cpus, gpus, draw(dispatches)))


def rows_of(parts: Sequence[Sequence[int]]) -> int:
    return sum(sum(pieces) for pieces in parts)


@unhurried
@given(shapes(), costs, randoms)
def test_every_stage_gets_all_rows_and_no_actor_more_time_than_there_is(shape, cost, random):
    run = shape.run(cost, random)

    for (parts, stages), uses in zip(shape.phases, run.phases, strict=True):
        assert len(uses) == len(stages)
        for stage, use in zip(stages, uses, strict=True):
            assert use.rows == rows_of(parts)
            homes = [actor.worker for actor in use.actors]
            assert homes == [worker for worker, n in enumerate(stage.actors) for _ in range(n)]
            assert 0 <= use.utilisation <= 1 + ROUNDING
            assert use.span <= run.span + ROUNDING
            for actor in use.actors:
                assert actor.busy_seconds <= use.span + ROUNDING
                assert (actor.rows == 0) == (actor.morsels == 0) == (actor.busy_seconds == 0)
            busy = sum(actor.busy_seconds for actor in use.actors)
            assert run.span >= busy / len(use.actors) - ROUNDING
    # After a barrier nothing of the phase before is left.
    longest = [max(use.span for use in uses) for uses in run.phases]
    assert run.span >= sum(longest) - ROUNDING


@unhurried
@given(shapes(), costs, randoms)
def test_a_phase_that_streams_gets_all_rows(shape, cost, random):
    phases = [Phase(*shape.phases[0])]
    for (before, _), (parts, stages) in pairwise(shape.phases):
        after = sorted(min(len(before), number + 1) for number in range(len(parts)))
        phases.append(Phase(parts, stages, after))

    run = run_phases(phases, shape.machine, cost, random)

    for (parts, _), uses in zip(shape.phases, run.phases, strict=True):
        assert {use.rows for use in uses} == {rows_of(parts)}


@unhurried
@given(shapes(), costs, st.integers(0, 99))
def test_the_same_seed_gives_the_same_run(shape, cost, seed):
    assert shape.run(cost, Random(seed)) == shape.run(cost, Random(seed))


@unhurried
@given(
    st.lists(st.integers(1, 200), min_size=1, max_size=8).map(tuple),
    st.lists(
        st.builds(WorkerGroup, st.integers(1, 3), st.integers(1, 6), st.integers(0, 2)),
        min_size=1,
        max_size=3,
    ).map(tuple),
    st.integers(1, 9),
    st.one_of(st.none(), st.integers(1, 80)),
    dispatches,
    costs,
)
def test_a_distribution_is_in_order(sizes, groups, actors, batch_size, dispatch, cost):
    load = Load(
        exactly(len(sizes)),
        exactly(sum(sizes)),
        sizes,
        exactly(actors),
        exactly(batch_size or 131_072),
        exactly(sum(group.workers for group in groups)),
        exactly(max(group.cpus for group in groups)),
        dispatch=dispatch,
        dealing=Whole(sizes),
        groups=groups,
    )

    found = distribution(load, cost, runs=25)

    assert found is not None
    room = sum(group.workers * group.cpus for group in groups)
    assert len(found.occupancy.actors) == min(actors, room)
    assert found.occupancy.rows == sum(sizes)
    assert_in_order(found)


def assert_in_order(found: Distribution) -> None:
    placed = len(found.occupancy.actors)
    assert 0 <= found.idle.low <= found.occupancy.idle <= found.idle.high < placed
    assert 0 < found.utilisation.low <= found.utilisation.high <= 1 + ROUNDING
    assert 0 < found.mean_utilisation <= 1 + ROUNDING
    assert 0 < found.makespan.low <= found.makespan.high


def test_an_actor_that_gets_no_row_counts_in_the_time_paid_for():
    run = run_phases([Phase([[10]], (Stage((2,), 10),))], Machine((1,)), Costs())
    (use,) = run.phases[0]

    assert isinstance(use, Occupancy)
    assert (use.idle, use.utilisation) == (1, 0.5)


@unhurried
@given(tasks, tasks, st.integers(1, 4), st.integers(1, 4), costs, randoms)
def test_a_barrier_ends_before_what_comes_after_it_begins(before, behind, few, cpus, cost, random):
    long = 1_000.0
    first = Phase(before, (Stage((few,), 20, row_seconds=0.01),))
    second = Phase((*behind, (1,)), (Stage((1,), None, row_seconds=long),))

    run = run_phases([first, second], Machine((cpus,)), cost, random)
    (use,), (later,) = run.phases

    begins = run.span - later.span
    assert begins >= use.span - ROUNDING
    if use.rows:
        assert begins >= use.span + cost.pool_start_seconds - ROUNDING
