"""The event model does what was measured on real clusters, with Daft 0.7.26 unless said."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from random import Random
from statistics import fmean

import pytest

from daft_lint.scheduling.partitions.partition_sampling import Whole
from daft_lint.scheduling.partitions.partitioning import even_sizes
from daft_lint.scheduling.prediction.known_runs import KnownCase, KnownPhase, KnownUdf, run_once
from daft_lint.scheduling.simulation.costs import Costs
from daft_lint.scheduling.simulation.dispatch import (
    PROCESSES,
    SHARED_STACK,
    Dispatch,
    Pick,
    dispatch_of,
)
from daft_lint.scheduling.simulation.event_model import Machine, Phase, Run, run_phases
from daft_lint.scheduling.simulation.occupancy import Occupancy
from daft_lint.scheduling.simulation.placement import Turns, room, spread_over
from daft_lint.scheduling.simulation.stations import Stage

# About what morsels and tasks cost on the cluster that was measured.
COSTS = Costs(
    morsel_seconds=0.0008,
    handover_seconds=0.0033,
    dispatch_seconds=0.0025,
    submit_seconds=0.008,
    finish_seconds=0.0045,
    travel_seconds=0.012,
)
NEAR = 0.05
LONG = 1_000.0


def pool(*actors: int, rows: int | None, seconds: float) -> Stage:
    """A pool: its actors on each worker, its batch_size, the seconds of a row."""
    return Stage(actors, rows, row_seconds=seconds)


def in_task(threads: int, rows: int | None, seconds: float) -> Stage:
    return Stage((threads,), rows, in_task=True, row_seconds=seconds)


def tasks_of(sizes: Sequence[int]) -> list[list[int]]:
    return [[rows] for rows in sizes]


def run_tasks(
    sizes: Sequence[int],
    *stages: Stage,
    cpus: Sequence[int] = (8,),
    gpus: Sequence[int] = (),
    dispatch: Dispatch = SHARED_STACK,
    random: Random | None = None,
) -> Run:
    machine = Machine(tuple(cpus), tuple(gpus), dispatch)
    return run_phases([Phase(tasks_of(sizes), stages)], machine, COSTS, random)


def shares(use: Occupancy) -> list[float]:
    return sorted(actor.rows for actor in use.actors)


def by_worker(use: Occupancy, workers: int) -> tuple[float, ...]:
    return tuple(
        sum(actor.rows for actor in use.actors if actor.worker == worker)
        for worker in range(workers)
    )


@dataclass(frozen=True)
class Measured:
    """Pools without a shuffle between them, on one worker: seconds since the first morsel."""

    name: str
    tasks: list[int]
    stages: tuple[Stage, ...]
    last_first: float
    """When the last UDF got its first morsel."""
    first_last: float
    """When the first UDF was done."""
    end: float
    even: bool = True
    """Whether the actors of each pool got as many rows."""
    cpus: int = 8
    in_step: bool = False
    """Whether morsels come just when actors get free: then a millisecond decides on a morsel."""

    def __str__(self) -> str:
        return self.name


CHAINS = [
    Measured(
        "two equal pools",
        [1_600],
        (pool(4, rows=50, seconds=0.01), pool(4, rows=50, seconds=0.01)),
        0.52,
        4.03,
        4.55,
    ),
    Measured(
        "two equal pools, four tasks",
        [400] * 4,
        (pool(4, rows=50, seconds=0.01), pool(4, rows=50, seconds=0.01)),
        0.52,
        4.04,
        4.57,
    ),
    Measured(
        "large morsels first",
        [1_600],
        (pool(4, rows=100, seconds=0.01), pool(4, rows=50, seconds=0.01)),
        1.015,
        4.02,
        5.04,
    ),
    Measured(
        "the second pool slower",
        [1_600],
        (pool(4, rows=50, seconds=0.004), pool(4, rows=50, seconds=0.008)),
        0.21,
        2.05,
        3.46,
    ),
    Measured(
        "a burst for small morsels",
        [1_600],
        (pool(4, rows=200, seconds=0.002), pool(4, rows=25, seconds=0.008)),
        0.42,
        0.83,
        3.675,
    ),
    Measured(
        "the second pool at half load",
        [1_600],
        (pool(4, rows=50, seconds=0.008), pool(4, rows=100, seconds=0.004)),
        0.42,
        3.25,
        3.65,
        even=False,
    ),
    Measured(
        "the second pool without batch_size",
        [1_600],
        (pool(4, rows=50, seconds=0.008), pool(4, rows=None, seconds=0.004)),
        0.42,
        3.255,
        3.46,
    ),
    Measured(
        "two actors, then four",
        [1_600],
        (pool(2, rows=50, seconds=0.004), pool(4, rows=100, seconds=0.008)),
        0.215,
        3.275,
        4.08,
    ),
    Measured(
        "in the task, then a pool",
        [1_600],
        (in_task(8, 50, 0.005), pool(4, rows=50, seconds=0.01)),
        0.26,
        2.54,
        4.31,
    ),
    Measured(
        "a pool, then in the task",
        [1_600],
        (pool(4, rows=50, seconds=0.005), in_task(8, 50, 0.005)),
        0.255,
        2.03,
        2.28,
        even=False,
    ),
    Measured(
        "in the task between pools",
        [1_600],
        (pool(4, rows=50, seconds=0.01), in_task(8, 100, 0.005), pool(4, rows=50, seconds=0.01)),
        1.02,
        4.03,
        5.05,
        in_step=True,
    ),
    Measured(
        "two CPUs for eight tasks",
        [100] * 8,
        (pool(2, rows=50, seconds=0.01), pool(2, rows=50, seconds=0.01)),
        0.52,
        4.11,
        4.62,
        cpus=2,
    ),
    Measured(
        "two CPUs, in the task, then a pool",
        [200] * 4,
        (in_task(2, 50, 0.01), pool(2, rows=50, seconds=0.01)),
        0.505,
        4.03,
        5.035,
        even=False,
        cpus=2,
    ),
]


def draws(case: Measured) -> list[Run]:
    """Runs with all that is left to chance drawn, and the one with nothing drawn."""
    return [
        run_tasks(case.tasks, *case.stages, cpus=(case.cpus,), random=random)
        for random in [None, *map(Random, range(40))]
    ]


@pytest.mark.parametrize("case", [case for case in CHAINS if not case.in_step], ids=str)
def test_what_a_chain_was_measured_to_take_is_among_what_is_drawn(case):
    found = draws(case)

    assert any(
        run.span == pytest.approx(case.end, rel=NEAR)
        and run.phases[0][0].span == pytest.approx(case.first_last, rel=NEAR)
        and run.span - run.phases[0][-1].span == pytest.approx(case.last_first, abs=NEAR)
        for run in found
    )


@pytest.mark.parametrize("case", CHAINS, ids=str)
def test_a_chain_takes_what_was_measured_give_or_take_a_morsel(case):
    found = draws(case)
    morsel = max((stage.batch_size or 0) * (stage.row_seconds or 0) for stage in case.stages)

    assert fmean(run.span for run in found) == pytest.approx(case.end, abs=morsel + 0.05)
    first = fmean(run.phases[0][0].span for run in found)
    assert first == pytest.approx(case.first_last, abs=morsel + 0.05)
    for run in found:
        assert run.span - run.phases[0][-1].span == pytest.approx(case.last_first, abs=NEAR)


@pytest.mark.parametrize("case", CHAINS, ids=str)
def test_every_udf_of_a_chain_gets_all_rows_and_pools_share_them_as_measured(case):
    found = draws(case)

    for place, stage in enumerate(case.stages):
        assert {run.phases[0][place].rows for run in found} == {sum(case.tasks)}
        if case.even and not stage.in_task:
            even = [sum(case.tasks) / sum(stage.actors)] * sum(stage.actors)
            assert even in [shares(run.phases[0][place]) for run in found]


@pytest.mark.parametrize(
    ("first", "second", "measured"),
    [
        (0.005, 0.005, [[300, 300, 500, 500]]),
        (0.008, 0.004, [[200, 400, 500, 500], [100, 400, 500, 600]]),
    ],
)
def test_an_underloaded_second_pool_is_used_unevenly(first, second, measured):
    """Within two morsels: who gets which is decided by a millisecond."""
    stages = (pool(4, rows=50, seconds=first), pool(4, rows=100, seconds=second))
    drawn = [
        shares(run_tasks([1_600], *stages, random=Random(seed)).phases[0][1]) for seed in range(60)
    ]

    assert any(found != [400] * 4 for found in drawn)
    for seen in measured:
        assert any(seen == pytest.approx(found, abs=200) for found in drawn)


@pytest.mark.parametrize(
    ("tasks", "stage", "cpus", "calls", "span"),
    [
        ([1_600], in_task(8, 50, 0.01), 8, 32, 2.01),
        ([400] * 4, in_task(8, 50, 0.01), 8, 32, 2.01),
        ([400], in_task(8, None, 0.01), 8, 1, 4.0),
        ([100] * 4, in_task(8, None, 0.01), 8, 4, 1.04),
        ([200] * 4, in_task(2, 25, 0.01), 2, 32, 4.01),
        ([800], in_task(2, 25, 0.01), 2, 32, 4.01),
        ([100] * 4, in_task(2, None, 0.01), 2, 4, 2.07),
    ],
)
def test_a_udf_in_the_task_uses_the_threads_of_its_worker(tasks, stage, cpus, calls, span):
    (use,) = run_tasks(tasks, stage, cpus=(cpus,)).phases[0]

    assert use.morsels == calls
    assert use.span == pytest.approx(span, rel=NEAR)


def when_ended(sizes: Sequence[int], stage: Stage, count: int) -> float:
    """Seconds from the first morsel until so many tasks, the first ones, have ended."""
    probe = Phase([[1]], (pool(1, rows=1, seconds=LONG),), after=[count])
    free = Costs(morsel_seconds=0.0008, handover_seconds=0.0033)
    return run_phases([Phase(tasks_of(sizes), (stage,)), probe], Machine((64,)), free).span - LONG


@pytest.mark.parametrize(
    ("sizes", "stage", "ends"),
    [
        ([400] * 4, pool(4, rows=50, seconds=0.01), [1.02, 2.03, 3.53, 4.04]),
        ([400] * 4, pool(4, rows=50, seconds=0.008), [0.84, 1.65, 2.85, 3.26]),
        ([400] * 4, in_task(8, 50, 0.01), [0.51, 1.01, 2.01, 2.01]),
    ],
)
def test_tasks_of_a_worker_end_one_after_another(sizes, stage, ends):
    found = [when_ended(sizes, stage, count + 1) for count in range(len(ends))]

    assert found == pytest.approx(ends, rel=NEAR)


def test_tasks_that_wait_end_when_the_last_of_them_is_taken():
    """Measured: .42 1.20 3.06 1.45 3.06 3.06 3.47 3.75, not one every .4 seconds."""
    stage = pool(4, rows=50, seconds=0.008)
    found = [when_ended([200] * 8, stage, count + 1) for count in range(8)]

    assert found[0] == pytest.approx(0.42, rel=NEAR)
    assert sum(end < 1.5 for end in found) <= 3
    assert all(2.7 < end < 3.8 for end in found[3:])


def after_each(count: int, times: int = 1) -> list[int]:
    """The n-th of so many tasks waits for n before it, or so many for the same."""
    return [number + 1 for number in range(count) for _ in range(times)]


@pytest.mark.parametrize(
    ("before", "behind", "after", "start_seconds", "first_end", "second_start", "end"),
    [
        # repartition(4): all tasks must have ended.
        ([[400]] * 4, [[100] * 4] * 4, None, 4.3, 3.26, 7.61, 10.98),
        # into_batches(100): every two tasks wait for one.
        ([[200]] * 8, [[100]] * 16, after_each(8, 2), 5.3, 3.31, 5.72, 9.0),
    ],
)
def test_a_shuffle_is_a_barrier_and_into_batches_is_not(
    before, behind, after, start_seconds, first_end, second_start, end
):
    stage = pool(4, rows=50, seconds=0.008)
    costs = Costs(
        morsel_seconds=COSTS.morsel_seconds,
        handover_seconds=COSTS.handover_seconds,
        pool_start_seconds=start_seconds,
    )

    run = run_phases(
        [Phase(before, (stage,)), Phase(behind, (stage,), after)], Machine((8,)), costs
    )
    (first,), (second,) = run.phases

    assert first.span == pytest.approx(first_end, rel=NEAR)
    assert run.span - second.span == pytest.approx(second_start, rel=NEAR)
    assert run.span == pytest.approx(end, rel=NEAR)


def test_tasks_of_later_phases_go_first_when_cpus_are_short():
    stage = pool(1, rows=100, seconds=0.01)
    phases = [
        Phase([[100]] * 4, (stage,)),
        Phase([[100]] * 4, (stage,), after=after_each(4)),
    ]

    run = run_phases(phases, Machine((1,)), Costs())

    assert run.span == pytest.approx(8.0)
    assert [use.span for (use,) in run.phases] == pytest.approx([7.0, 7.0])


def test_phases_share_two_cpus_as_was_measured():
    """8 partitions, two actors, into_batches(200), two actors that take some 2.9 s to start."""
    stage = pool(2, rows=50, seconds=0.01)
    costs = Costs(morsel_seconds=0.0008, handover_seconds=0.0033, pool_start_seconds=2.9)
    phases = [Phase([[200]] * 8, (stage,)), Phase([[200]] * 8, (stage,), after=after_each(8))]

    run = run_phases(phases, Machine((2,)), costs)
    (first,), (second,) = run.phases

    assert run.span - second.span == pytest.approx(4.22, rel=NEAR)
    assert first.span == pytest.approx(11.29, rel=0.1)
    assert run.span == pytest.approx(13.36, rel=0.1)


def sizes_of(rows: int, tasks: int) -> list[int]:
    return list(even_sizes(rows, tasks))


@pytest.mark.parametrize(
    ("actors", "rows", "measured"),
    [
        ((2, 0), 1_600, [799, 801]),
        ((4, 0), 1_600, [384, 400, 401, 415]),
        ((3, 3), 1_600, [0, 0, 0, 532, 534, 534]),
        ((3, 4), 800, [0, 0, 0, 0, 252, 268, 280]),
        ((4, 3), 800, [0, 0, 0, 184, 200, 202, 214]),
        ((8, 4), 1_600, [0] * 4 + [182, 184, 200, 200, 200, 200, 217, 217]),
    ],
)
def test_a_large_worker_gets_all_of_few_tasks_and_gpus_count_for_it(actors, rows, measured):
    stage = pool(*actors, rows=50, seconds=0.004)
    (use,) = run_tasks(sizes_of(rows, 6), stage, cpus=(8, 4), gpus=(2, 0)).phases[0]

    assert by_worker(use, 2) == (rows, 0)
    assert use.idle == measured.count(0)
    assert shares(use) == pytest.approx(measured, abs=20)


@pytest.mark.parametrize(("tasks", "rows"), [(3, 1_200), (12, 2_400)])
def test_tasks_on_workers_without_actors_use_those_of_all_others(tasks, rows):
    stage = pool(2, 0, 0, rows=50, seconds=0.004)
    sizes = sizes_of(rows, tasks)
    (use,) = run_tasks(sizes, stage, cpus=(4, 8, 8), gpus=(2, 0, 0)).phases[0]

    assert shares(use) == [rows / 2, rows / 2]
    assert use.utilisation == pytest.approx(0.99, abs=0.03)


def test_tasks_go_where_most_cpus_and_gpus_are_free_and_else_anywhere():
    """Measured, 4 CPUs and 2 GPUs, 8, 8: tasks 3/4/5 and 2/5/5."""
    stage = pool(2, 3, 2, rows=50, seconds=0.008)
    drawn = {
        by_worker(
            run_tasks(
                [200] * 12, stage, cpus=(4, 8, 8), gpus=(2, 0, 0), random=Random(seed)
            ).phases[0][0],
            3,
        )
        for seed in range(60)
    }

    assert {(400, 1_000, 1_000), (600, 1_000, 800)} <= drawn
    assert all(first <= 600 for first, _, _ in drawn)


def test_the_next_pool_goes_on_where_the_last_one_stopped():
    turns = Turns((0, 1, 2))

    assert turns.place(4, None) == (2, 1, 1)
    assert turns.place(4, None) == (1, 2, 1)
    assert turns.place(1, None) == (0, 0, 1)
    assert turns.place(2, None) == (1, 1, 0)


@pytest.mark.parametrize(
    ("actors", "rooms", "placed"),
    [
        (6, (8, 4), (3, 3)),
        (18, (4, 8, 8), (4, 7, 7)),
        (14, (8, 4), (8, 4)),
        (2, (2, 0, 0), (2, 0, 0)),
        (5, (0, 0), (0, 0)),
    ],
)
def test_a_full_worker_is_passed_over(actors, rooms, placed):
    assert spread_over(actors, rooms) == placed
    assert Turns(range(len(rooms))).place(actors, rooms) == placed


@pytest.mark.parametrize(
    ("cpus", "gpus", "each", "gpus_each", "actors"),
    [(8, 2, 1, 1, 2), (8, 2, 1, 0.5, 4), (4, 0, 1, 0, 4), (4, 0, 1, 1, 0), (1, 1, 0, 0.1, 10)],
)
def test_a_worker_has_room_for_as_many_as_its_cpus_and_gpus_hold(
    cpus, gpus, each, gpus_each, actors
):
    assert room(cpus, gpus, each, gpus_each) == actors


def test_the_pools_of_a_chain_take_their_turns_one_after_the_other():
    udfs = (KnownUdf(1, 50), KnownUdf(1, 50))
    case = KnownCase((KnownPhase(Whole((100,)), udfs),), Machine((8, 8)))

    for seed in range(10):
        run, _, _ = run_once(case, Costs(), Random(seed))
        homes = [use.actors[0].worker for use in run.phases[0]]
        assert sorted(homes) == [0, 1]


_LIMITS_COUNT_FOR_ALL = ((0, 7, 16), (0, 7, 26), (0, 7), (1,))


@pytest.mark.parametrize(
    ("version", "slots", "pick", "in_order", "shared"),
    [
        ((0, 6, 7), 1, Pick.IN_TURN, True, False),
        ((0, 6, 8), 2, Pick.IN_TURN, True, False),
        ((0, 7, 1), 2, Pick.IN_TURN, True, False),
        ((0, 7, 2), 2, Pick.FIXED, True, False),
        ((0, 7, 5), 2, Pick.FIXED, True, False),
        ((0, 7, 6), 2, Pick.LAST_FREED, False, True),
        ((0, 7, 16), 2, Pick.LAST_FREED, False, True),
        ((0, 7, 26), 2, Pick.LAST_FREED, False, True),
        ((0, 7), 2, Pick.LAST_FREED, False, True),
        ((1,), 2, Pick.LAST_FREED, False, True),
    ],
)
def test_each_version_dispatches_in_its_own_way(version, slots, pick, in_order, shared):
    assert dispatch_of(version) == Dispatch(
        slots, pick, in_order, shared, all_start=version in _LIMITS_COUNT_FOR_ALL
    )


@pytest.mark.parametrize(
    ("tasks", "batch_size", "measured"),
    [
        ([1_600], 100, [[400] * 4]),
        ([1_600], 64, [[384, 384, 384, 448]]),
        ([64] * 25, 64, [[256, 384, 384, 576], [256, 384, 448, 512], [192, 384, 512, 512]]),
        ([64] * 25, None, [[192, 384, 512, 512], [320, 384, 384, 512], [256, 320, 512, 512]]),
        ([500] * 3, 50, [[300, 350, 400, 450], [300, 300, 450, 450]]),
        ([200] * 8, 100, [[200, 300, 500, 600]]),
    ],
)
def test_what_0_6_4_was_measured_to_do_lies_among_what_is_drawn(tasks, batch_size, measured):
    stage = pool(4, rows=batch_size, seconds=0.004)
    drawn = [
        shares(
            run_tasks(tasks, stage, dispatch=dispatch_of((0, 6, 4)), random=Random(seed)).phases[0][
                0
            ]
        )
        for seed in range(300)
    ]

    for seen in measured:
        assert seen in drawn


@pytest.mark.parametrize(
    ("tasks", "batch_size", "measured", "span"),
    [
        ([1_600], 100, [400] * 4, 1.61),
        ([1_600], 64, [384, 384, 384, 448], 1.81),
        ([64] * 25, 64, [384, 384, 384, 448], 1.81),
        ([64] * 25, None, [384, 384, 384, 448], 1.815),
        ([64] * 25, 16, [400] * 4, 1.66),
        ([500] * 3, 50, [350, 350, 400, 400], 1.625),
        ([200] * 8, 100, [400] * 4, 1.62),
    ],
)
def test_the_newest_version_was_measured_to_leave_little_to_chance(
    tasks, batch_size, measured, span
):
    stage = pool(4, rows=batch_size, seconds=0.004)

    for seed in range(10):
        (use,) = run_tasks(tasks, stage, random=Random(seed)).phases[0]
        assert shares(use) == measured
        assert use.span == pytest.approx(span, rel=NEAR)


@pytest.mark.parametrize("version", [(0, 6, 4), (0, 7, 0), (0, 7, 3)])
def test_tasks_with_slots_of_their_own_collide_on_actors(version):
    stage = pool(4, rows=64, seconds=0.004)
    dispatch = dispatch_of(version)
    spans = [
        run_tasks([64] * 25, stage, dispatch=dispatch, random=Random(seed)).span
        for seed in range(40)
    ]

    assert min(spans) > 1.75
    assert sum(spans) / len(spans) > 1.15 * 1.81


def test_a_pool_needs_an_actor():
    with pytest.raises(ValueError, match="at least one actor"):
        run_tasks([1], pool(0, rows=1, seconds=1.0))


def test_processes_start_one_after_the_other_on_the_cores_that_there_are() -> None:
    """Six processes of the native runner on two cores: each two began when two before had ended.

    Measured with other work on two CPUs: 8.6 and 8.9, 18.6 and 18.8, 27.4 and 27.7 s (2026-11-29).
    """
    costs = Costs(row_seconds=0.002, process_seconds=9.2)
    machine = Machine((1_000,), (), PROCESSES, cores=2)

    run = run_phases([Phase([[1_500]], (Stage((6,), 50),))], machine, costs)

    assert run.span == pytest.approx(20.6, rel=NEAR)
    assert [actor.morsels for actor in run.phases[0][0].actors] == [5] * 6
