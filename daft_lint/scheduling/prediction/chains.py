"""Pools that don't run alone: every UDF of a pipeline in the order that rows pass them."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Sequence
from itertools import accumulate
from random import Random

from daft_lint.plan.pipeline import OperatorKind, Udf, UdfCall
from daft_lint.plan.placement import Placement
from daft_lint.records import dataclass, replace
from daft_lint.scheduling.partitions.flow import Flow, Step
from daft_lint.scheduling.partitions.partition_sampling import (
    Appended,
    Batched,
    Dealing,
    Gathered,
    Parts,
    Shuffled,
    Whole,
    deal,
)
from daft_lint.scheduling.prediction.bounds import Load
from daft_lint.scheduling.prediction.distribution import (
    Distribution,
    drawn,
    machine_of_load,
    summary,
    turns_at_random,
)
from daft_lint.scheduling.simulation.costs import Costs
from daft_lint.scheduling.simulation.event_model import Machine, Phase, Run, run_phases
from daft_lint.scheduling.simulation.occupancy import Occupancy
from daft_lint.scheduling.simulation.placement import Turns, names_all, rooms
from daft_lint.scheduling.simulation.run_times import times_of
from daft_lint.scheduling.simulation.stations import Stage

_MOST_MORSELS = 20_000
"""With so many morsels of all stages, some 0.3 s, a chain is followed as it is."""

_ROW_WISE = frozenset({OperatorKind.PROJECT})


@dataclass(frozen=True, slots=True)
class ChainStage:
    """One UDF: its actors (None: it runs inside the tasks), and what a row takes, in seconds.

    An actor asks for `cpus`, `gpus` and what its `placement` says.
    """

    call: UdfCall
    actors: int | None
    batch_size: int | None
    cpus: float
    gpus: float
    row_seconds: float
    placement: Placement | None = None


@dataclass(frozen=True, slots=True)
class ChainPhase:
    """The UDFs that the same tasks pass, and how these tasks come about."""

    dealing: Dealing
    stages: tuple[ChainStage, ...]


Chain = tuple[ChainPhase, ...]
"""All UDFs of a pipeline, phase by phase."""


def chain_of(flow: Flow, row_seconds: Callable[[Udf], float]) -> Chain | None:
    """The UDFs of a pipeline that run together; None when there is one, or too little is known.

    Earlier pipelines, up to the last barrier, aren't part of it. An async UDF isn't followed: how
    many of its calls run at once isn't known.
    """
    steps = [step for step in flow.steps if not step.finished]
    if sum(len(step.operator.calls) for step in steps) < 2:
        return None
    if any(step.operator.inputs and _has_udfs(step, steps) for step in steps):
        return None
    phases: list[ChainPhase] = []
    fresh = True
    for step in steps:
        if step.operator.kind not in _ROW_WISE:
            fresh = True
        for call in step.operator.calls:
            stage = _stage(call, row_seconds)
            dealing = step.before.dealing
            if stage is None or dealing is None or step.operator.kind not in _ROW_WISE:
                return None
            if fresh:
                phases.append(ChainPhase(dealing, ()))
                fresh = False
            last = phases[-1]
            phases[-1] = ChainPhase(last.dealing, (*last.stages, stage))
    return tuple(phases)


def _has_udfs(step: Step, steps: list[Step]) -> bool:
    others = step.operator.inputs
    return any(
        each_step.operator.calls
        for each_step in steps
        if any(each_step.plan is plan for plan in others)
    )


def _stage(call: UdfCall, row_seconds: Callable[[Udf], float]) -> ChainStage | None:
    udf = call.udf
    numbers = (udf.actors, udf.batch_size, udf.cpus, udf.gpus)
    if udf.is_async or any(number is not None and not number.known for number in numbers):
        return None
    return ChainStage(
        call,
        max(1, udf.concurrency.count) if udf.concurrency is not None else None,
        max(1, udf.batch_size.count) if udf.batch_size is not None else None,
        udf.cpus.value if udf.cpus is not None else 1.0,
        udf.gpus.value if udf.gpus is not None else 0.0,
        row_seconds(udf),
        udf.placement if udf.concurrency is not None else None,
    )


def chain_distribution(
    chain: Chain, watched: UdfCall, load: Load, costs: Costs, *, runs: int = 60, seed: int = 7
) -> Distribution | None:
    """What may become of one pool of a chain, with everything drawn that is random in Daft.

    Args:
        chain: The UDFs of the pipeline.
        watched: The use of the pool to tell about.
        load: Its load, for the cluster and the version of Daft.
        costs: What morsels and tasks cost; the rows cost what the chain says.
        runs: How many runs at most; fewer when each has many morsels.
        seed: The same seed draws the same runs.

    Returns:
        None when too little is known of the cluster, when the pool gets no rows, or when there are
        too many tasks to follow. Of too many morsels several count as a larger one.
    """
    machine = None if _strays(chain, load) else machine_of_load(load)
    place = _place(chain, watched)
    coarse = _followed(chain, load, costs)
    if machine is None or place is None or coarse is None:
        return None
    chain, costs = coarse
    random = Random(seed)
    spans: list[float] = []

    def once() -> tuple[Occupancy, int]:
        run = run_chain(chain, machine, load, costs, random)
        spans.append(run.span)
        morsels = sum(use.morsels for phase in run.phases for use in phase)
        return run.phases[place[0]][place[1]], morsels

    found = drawn(once, runs)
    if not found[0].rows:
        return None
    told = summary(found)
    longest = told.makespan_high + _held_back(chain[place[0]].stages, place[1])
    return replace(
        told,
        makespan_high=longest,
        utilisation_low=told.utilisation_low * told.makespan_high / longest,
        times_of_all=times_of(spans),
    )


def _held_back(stages: Sequence[ChainStage], place: int) -> float:
    """Seconds that the last morsel of a pool may wait longer for a slower one behind it.

    It may wait for one more call of the slower pool. In four runs on Ray with 20 ms behind 2 ms a
    row, in batches of 20, it came in the third round twice, and twice in the fourth (Daft 0.7.26).
    The model doesn't follow which message Daft takes first.
    """
    own, *behind = stages[place:]
    return max(
        (
            stage.row_seconds * stage.batch_size
            for stage in behind
            if stage.batch_size is not None and _is_slower(stage, own)
        ),
        default=0.0,
    )


def _is_slower(stage: ChainStage, other: ChainStage) -> bool:
    """Whether the actors of a pool together take longer for a row than those of another one."""
    if stage.actors is None or other.actors is None:
        return False
    return stage.row_seconds / stage.actors > other.row_seconds / other.actors


def _strays(chain: Chain, load: Load) -> bool:
    """Whether it is unknown where the actors of some pool of a chain stand."""
    stages = (stage for phase in chain for stage in phase.stages)
    asked = (stage.placement for stage in stages if stage.placement is not None)
    return load.workers.high > 1 and not all(
        names_all(placement, load.groups) for placement in asked
    )


def _followed(chain: Chain, load: Load, costs: Costs) -> tuple[Chain, Costs] | None:
    """The chain with morsels so large that it can be followed; None when it can't."""
    rows, tasks = load.rows.high, load.tasks.high
    stages = [stage for phase in chain for stage in phase.stages]
    morsels = sum(max(tasks, rows / (stage.batch_size or rows or 1)) for stage in stages)
    if morsels <= _MOST_MORSELS:
        return chain, costs
    if math.isinf(morsels) or len(stages) * tasks > _MOST_MORSELS:
        return None
    times = math.ceil(morsels / _MOST_MORSELS)
    phases = (
        ChainPhase(phase.dealing, tuple(_coarser(stage, times) for stage in phase.stages))
        for phase in chain
    )
    return tuple(phases), costs.scaled(morsel=times)


def _coarser(stage: ChainStage, times: int) -> ChainStage:
    return (
        stage if stage.batch_size is None else replace(stage, batch_size=times * stage.batch_size)
    )


def _place(chain: Chain, watched: UdfCall) -> tuple[int, int] | None:
    for number, phase in enumerate(chain):
        for place, stage in enumerate(phase.stages):
            if stage.call == watched:
                return number, place
    return None


def run_chain(chain: Chain, machine: Machine, load: Load, costs: Costs, random: Random) -> Run:
    """Run a chain once."""
    known: dict[Dealing, Parts] = {}
    turns = turns_at_random(machine, random)
    phases: list[Phase] = []
    before: tuple[Dealing, Parts] | None = None
    for phase in chain:
        parts = deal(
            phase.dealing,
            len(machine.cpus),
            random,
            known,
            shared_plans=machine.dispatch.shared,
        )
        known[phase.dealing] = parts
        after = None if before is None else _after(*before, phase.dealing, parts)
        stages = _stages(phase, machine, load, turns)
        phases.append(Phase(parts, stages, after))
        before = phase.dealing, parts
    return run_phases(phases, machine, costs, random)


def _stages(phase: ChainPhase, machine: Machine, load: Load, turns: Turns) -> tuple[Stage, ...]:
    recut = machine.dispatch.shared and isinstance(phase.dealing, Batched)
    made = []
    for place, stage in enumerate(phase.stages):
        if stage.actors is None:
            threads = tuple(max(1, int(cpus / max(stage.cpus, 1.0))) for cpus in machine.cpus)
            placed, in_task = threads, True
        else:
            resources = () if stage.placement is None else stage.placement.resources
            room = rooms(load.groups, stage.cpus, stage.gpus, resources) if load.groups else None
            placed, in_task = turns.place(stage.actors, room), False
        cut_anew = recut and not place and stage.batch_size is None
        made.append(Stage(placed, stage.batch_size, cut_anew, in_task, stage.row_seconds))
    return tuple(made)


def _after(earlier: Dealing, before: Parts, later: Dealing, parts: Parts) -> tuple[int, ...] | None:
    """How many tasks of the phase before each task waits for; None: all, as after a shuffle.

    Source: into_batches.rs and into_partitions.rs take what has ended in the order of the tasks;
    a shuffle waits for all (Daft 0.7.24).
    """
    if any(
        isinstance(step, Shuffled | Gathered | Appended | Whole) for step in _since(earlier, later)
    ):
        return None
    ends = list(accumulate(sum(pieces) for pieces in before))
    needed = []
    place = 0
    for end in accumulate(sum(pieces) for pieces in parts):
        while place < len(ends) - 1 and ends[place] < end:
            place += 1
        needed.append(place + 1)
    return tuple(needed)


def _since(earlier: Dealing, later: Dealing) -> Iterator[Dealing]:
    """What happens to rows between two dealings, the last first."""
    step = later
    while step != earlier:
        yield step
        if isinstance(step, Whole | Appended):
            return
        step = step.before
