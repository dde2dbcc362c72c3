"""Pools that don't run alone: every UDF of a pipeline in the order that rows pass them."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence

from daft_lint.plan.pipeline import OperatorKind, Udf, UdfCall
from daft_lint.plan.quantity import between
from daft_lint.records import replace
from daft_lint.scheduling.partitions.flow import Flow, Step
from daft_lint.scheduling.prediction.bounds import Load
from daft_lint.scheduling.prediction.distribution import distribution_of_case, machine_of_load
from daft_lint.scheduling.prediction.known_runs import Chain, KnownCase, KnownPhase, KnownUdf
from daft_lint.scheduling.prediction.outcome import Distribution
from daft_lint.scheduling.simulation.costs import Costs
from daft_lint.scheduling.simulation.placement import names_all

_MOST_MORSELS = 20_000
"""With so many morsels of all UDFs, some 0.3 s, a chain is followed as it is."""

_ROW_WISE = frozenset({OperatorKind.PROJECT})


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
    phases: list[KnownPhase] = []
    fresh = True
    for step in steps:
        if step.operator.kind not in _ROW_WISE:
            fresh = True
        for call in step.operator.calls:
            udf, dealing = _known_udf(call, row_seconds), step.before.dealing
            if udf is None or dealing is None or step.operator.kind not in _ROW_WISE:
                return None
            if fresh:
                phases.append(KnownPhase(dealing, ()))
                fresh = False
            last = phases[-1]
            phases[-1] = KnownPhase(last.dealing, (*last.udfs, udf))
    return tuple(phases)


def _has_udfs(step: Step, steps: list[Step]) -> bool:
    others = step.operator.inputs
    return any(
        each_step.operator.calls
        for each_step in steps
        if any(each_step.plan is plan for plan in others)
    )


def _known_udf(call: UdfCall, row_seconds: Callable[[Udf], float]) -> KnownUdf | None:
    udf = call.udf
    numbers = (udf.actors, udf.batch_size, udf.cpus, udf.gpus)
    if udf.is_async or any(number is not None and not number.known for number in numbers):
        return None
    return KnownUdf(
        max(1, udf.concurrency.count) if udf.concurrency is not None else None,
        max(1, udf.batch_size.count) if udf.batch_size is not None else None,
        udf.cpus.value if udf.cpus is not None else 1.0,
        udf.gpus.value if udf.gpus is not None else 0.0,
        udf.placement.resources if udf.placement is not None else (),
        row_seconds(udf),
        call=call,
    )


def chain_distribution(
    chain: Chain, watched: UdfCall, load: Load, costs: Costs, *, runs: int = 60
) -> Distribution | None:
    """What may become of one pool of a chain, with everything drawn that is random in Daft.

    Args:
        chain: The UDFs of the pipeline.
        watched: The use of the pool to tell about.
        load: Its load, for the cluster and the version of Daft.
        costs: What morsels and tasks cost; the rows cost what the chain says.
        runs: How many runs at most; fewer when each has many morsels.

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
    told = distribution_of_case(KnownCase(chain, machine, load.groups, place), costs, runs)
    if told is None:
        return None
    phase, number = place
    held_back = _held_back(chain[phase].udfs, number)
    longest = told.makespan.high + held_back
    least = told.utilisation.low * told.makespan.high / longest
    return replace(
        told,
        utilisation=between(least, told.utilisation.high),
        makespan=between(told.makespan.low, longest),
    )


def _held_back(udfs: Sequence[KnownUdf], place: int) -> float:
    """Seconds that the last morsel of a pool may wait longer for a slower one behind it.

    It may wait for one more call of the slower pool. In four runs on Ray with 20 ms behind 2 ms a
    row, in batches of 20, it came in the third round twice, and twice in the fourth (Daft 0.7.26).
    The model doesn't follow which message Daft takes first.
    """
    own, *behind = udfs[place:]
    return max(
        (
            (udf.row_seconds or 0.0) * udf.batch_size
            for udf in behind
            if udf.batch_size is not None and _is_slower(udf, own)
        ),
        default=0.0,
    )


def _is_slower(udf: KnownUdf, other: KnownUdf) -> bool:
    """Whether the actors of a pool together take longer for a row than those of another one."""
    if udf.actors is None or other.actors is None:
        return False
    return (udf.row_seconds or 0.0) / udf.actors > (other.row_seconds or 0.0) / other.actors


def _strays(chain: Chain, load: Load) -> bool:
    """Whether it is unknown where the actors of some pool of a chain stand."""
    calls = (udf.call for phase in chain for udf in phase.udfs if udf.actors is not None)
    asked = (call.udf.placement for call in calls if call is not None)
    return load.workers.high > 1 and not all(
        placement is None or names_all(placement, load.groups) for placement in asked
    )


def _followed(chain: Chain, load: Load, costs: Costs) -> tuple[Chain, Costs] | None:
    """The chain with morsels so large that it can be followed; None when it can't."""
    rows, tasks = load.rows.high, load.tasks.high
    udfs = [udf for phase in chain for udf in phase.udfs]
    morsels = sum(max(tasks, rows / (udf.batch_size or rows or 1)) for udf in udfs)
    if morsels <= _MOST_MORSELS:
        return chain, costs
    if math.isinf(morsels) or len(udfs) * tasks > _MOST_MORSELS:
        return None
    times = math.ceil(morsels / _MOST_MORSELS)
    phases = (
        KnownPhase(phase.dealing, tuple(_coarser(udf, times) for udf in phase.udfs))
        for phase in chain
    )
    return tuple(phases), costs.scaled(morsel=times)


def _coarser(udf: KnownUdf, times: int) -> KnownUdf:
    return udf if udf.batch_size is None else replace(udf, batch_size=times * udf.batch_size)


def _place(chain: Chain, watched: UdfCall) -> tuple[int, int] | None:
    for number, phase in enumerate(chain):
        for place, udf in enumerate(phase.udfs):
            if udf.call == watched:
                return number, place
    return None
