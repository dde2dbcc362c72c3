"""Work that runs inside the tasks: UDFs without a pool, and heavy built-in expressions.

Measured on Daft 0.7.26: a worker calls such a UDF on as many threads at once as it has CPUs, or on
so many fewer as the UDF asks for more than one, for all its tasks together. A task asks for the
most CPUs and GPUs of its UDFs. A worker takes another one as long as its free GPUs aren't exactly
none, so that a number that doesn't divide them bounds nothing.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence

from daft_lint.plan.cluster import Cluster, WorkerGroup
from daft_lint.plan.pipeline import Operator, OperatorKind, Source, Udf, UdfCall, UdfKind
from daft_lint.plan.quantity import Quantity, between, exactly
from daft_lint.records import dataclass
from daft_lint.scheduling.partitions.effects import TASK_ENDERS
from daft_lint.scheduling.partitions.flow import Step
from daft_lint.scheduling.partitions.source_partitions import LINES_READER

SHUFFLES = TASK_ENDERS - {
    OperatorKind.INTO_PARTITIONS,
    OperatorKind.INTO_BATCHES,
    OperatorKind.CONCAT,
    OperatorKind.BARRIER,
}
"""The steps that wait for all tasks before them, and those that may."""

_JOINING_LINES = TASK_ENDERS - {
    OperatorKind.CONCAT,
    OperatorKind.JOIN,
    OperatorKind.INTO_PARTITIONS,
}


def counts_bytes(source: Source, ahead: Sequence[Operator]) -> bool | None:
    """Whether a `batch_size` counts bytes of lines behind a source and these steps; None: perhaps.

    Measured on Daft 0.7.26, natively and on Ray: 1,000 lines with `batch_size=25` were 1,000 calls,
    40 behind a `collect`. On Ray a `concat`, a join with a few rows, and an `into_partitions` into
    as many as there were left single lines; other shuffles and cuts joined them.
    """
    if source.name != LINES_READER or any(step.kind in _JOINING_LINES for step in ahead):
        return False
    doubtful = any(step.kind in (OperatorKind.JOIN, OperatorKind.INTO_PARTITIONS) for step in ahead)
    return None if doubtful else True


def calls_of(operator: Operator) -> Iterator[tuple[int, UdfCall]]:
    """What takes time in a step, each with its place among the calls of UDFs.

    The heavy expressions of a step come first, at -1, as one call of Daft's own, with the rows that
    a download cuts its morsels to for a batch_size.
    """
    if operator.expressions:
        name = ", ".join(operator.expressions)
        cut = operator.cut
        udf = Udf(name, operator.span, UdfKind.ROW, False, False, None, cut, builtin=True)
        yield -1, UdfCall(udf, operator.span, operator.reads)
    yield from enumerate(operator.calls)


@dataclass(frozen=True, slots=True)
class TaskRoom:
    """What a cluster has for the tasks of a call without a pool.

    `workers` are those that can run such a task, None where unknown; `groups` tell their kinds
    where these differ. A worker runs `tasks` at once, None where that isn't known, and `threads`
    calls.
    """

    workers: Quantity | None
    groups: tuple[WorkerGroup, ...]
    tasks: Quantity | None
    threads: Quantity


def task_room(step: Step, call: UdfCall, cluster: Cluster) -> TaskRoom:
    """The room of the tasks that make a call in a step."""
    udfs = [udf_call.udf for udf_call in _calls_in_task(step) if not udf_call.udf.is_actor_pool]
    cpus = _most(*(udf.cpus for udf in udfs), at_least=1)
    gpus = _most(*(udf.gpus for udf in udfs), at_least=0)
    workers, groups = cluster.workers, cluster.groups
    cpus_each, gpus_each = cluster.cpus_per_worker, cluster.gpus_per_worker
    if groups:
        groups = tuple(
            group for group in groups if group.cpus >= cpus.low and (group.gpus or not gpus.low)
        )
        workers = exactly(
            sum(group.workers for group in groups), *(workers.origins if workers else ())
        )
        cpus_each = _over(groups, [group.cpus for group in groups], cpus_each)
        gpus_each = _over(groups, [group.gpus for group in groups], gpus_each)
        if len({(group.cpus, group.gpus) for group in groups}) == 1:
            groups = ()
    elif gpus.low and gpus_each is not None and not gpus_each.high:
        workers = exactly(0, *gpus_each.origins)
    tasks = _tasks(cpus, gpus, cpus_each, gpus_each)
    return TaskRoom(workers, groups, tasks, _threads(call, cpus_each))


def _over(
    groups: tuple[WorkerGroup, ...], counts: list[int], known: Quantity | None
) -> Quantity | None:
    return between(min(counts), max(counts), *(known.origins if known else ())) if groups else known


def _calls_in_task(step: Step) -> Iterator[UdfCall]:
    """The calls of all steps that the same tasks take."""
    ahead: list[Operator] = []
    for operator in reversed(step.ahead):
        if operator.kind in TASK_ENDERS:
            break
        ahead.append(operator)
    behind: list[Operator] = []
    for operator in step.behind:
        if operator.kind in TASK_ENDERS:
            break
        behind.append(operator)
    for operator in (*ahead, step.operator, *behind):
        yield from operator.calls


def _most(*numbers: Quantity | None, at_least: float) -> Quantity:
    """The largest of some numbers; one that isn't given is `at_least`."""
    most = exactly(at_least)
    for number in numbers:
        most = most if number is None else most.at_least(number)
    return most


def _tasks(
    cpus: Quantity, gpus: Quantity, cpus_each: Quantity | None, gpus_each: Quantity | None
) -> Quantity | None:
    """Tasks that a worker runs at once."""
    by_gpus = None
    if gpus.high > 0 and gpus_each is not None:
        known = gpus.known and gpus_each.known
        bound = known and not gpus_each.low % gpus.low
        most = gpus_each.low / gpus.low if bound else math.inf
        by_gpus = between(most if bound else 1, most, *gpus_each.origins, *gpus.origins)
    if cpus_each is None:
        return by_gpus
    by_cpus = _fitting(cpus_each, cpus)
    return by_cpus if by_gpus is None else by_cpus.at_most(by_gpus)


def _threads(call: UdfCall, cpus: Quantity | None) -> Quantity:
    """Calls that a worker makes at once; of an async UDF, whatever is under way."""
    if cpus is None or call.udf.is_async:
        return between(1, math.inf)
    return _fitting(cpus, call.udf.cpus or exactly(1)).at_most(cpus)


def _fitting(cpus: Quantity, each: Quantity) -> Quantity:
    """How often so many CPUs each fit, at least once."""
    origins = (*cpus.origins, *each.origins)
    low = cpus.low // max(each.high, 0.01) if each.high < math.inf else 1
    high = cpus.high // max(each.low, 0.01) if cpus.high < math.inf else math.inf
    return between(max(1, low), max(1, high), *origins)
