"""Measurements of a run: of its sources, filters and UDFs."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import pairwise
from statistics import median

from daft_lint.event_log.plans import LoggedNode
from daft_lint.event_log.runs import OperatorWork, Run
from daft_lint.event_log.steps import FILTER, SOURCE, chain
from daft_lint.plan.cluster import RunnerKind
from daft_lint.records import dataclass, field
from daft_lint.scheduling.simulation.costs import EQUAL_ROWS
from daft_lint.scheduling.simulation.event_model import Machine, Phase, run_phases
from daft_lint.scheduling.simulation.stations import Stage

# Steps that leave each row as it is, so that rows can be counted through them.
_KEEPS_ROWS = frozenset(
    {
        "Project",
        "UDFProject",
        "Sort",
        "Repartition",
        "IntoPartitions",
        "IntoBatches",
        "MonotonicallyIncreasingId",
        "SubqueryAlias",
    }
)
_UDF_PLAN = "UDFProject"
_LIMIT = "Limit"
_COMMIT = "Commit Write"
_READ_AND_WRITE = 2
# What Daft puts into the plans of workers so that they read an operator's rows again.
_ONLY_READS = "In Memory Scan"
_SLOTS = 2
"""Morsels on their way to an actor at once, on Ray (`daft_lint.scheduling.simulation.dispatch`)."""
_FEWEST_SAMPLES = 12
_MOST_MORSELS = 10_000
"""Up to so many are followed in order, in 0.02 s. Of more, an actor's last one matters little."""


@dataclass(frozen=True, slots=True)
class PoolOptions:
    """The pool of a UDF as the code has it: actors and rows of a morsel, None where unknown."""

    actors: int | None
    batch_size: int | None


@dataclass(frozen=True, slots=True)
class MeasuredUdf:
    """What a UDF did in a run; times in seconds, None where the log doesn't tell them."""

    rows: int
    row_seconds: float | None = None
    start_seconds: float | None = None


@dataclass(frozen=True, slots=True)
class MeasuredRun:
    """What a run shows: rows of its only source, and by written step what became of them.

    `rows` is None where Daft filters or cuts while it reads, so that nothing sees all rows.
    `behind` are rows behind a filter that Daft made part of the source, `keeps` the share that one
    keeps. `filled` are the partitions with rows behind a filter, at the least, and `filled_source`
    those of the source; there are none on the native runner. `partitions` are those of the source,
    where its tasks write the rows themselves. The nodes are those of the plan as written.
    """

    rows: int | None = None
    row_bytes: float | None = None
    behind: Mapping[LoggedNode, int] = field(default_factory=dict)
    keeps: Mapping[LoggedNode, float] = field(default_factory=dict)
    filled: Mapping[LoggedNode, int] = field(default_factory=dict)
    filled_source: int | None = None
    partitions: int | None = None
    udfs: Mapping[str, MeasuredUdf] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class _Total:
    """What an operator of the run's plan did in all processes."""

    rows_in: int
    rows_out: int
    bytes_out: int
    works: tuple[OperatorWork, ...]

    @property
    def morsels(self) -> int:
        return sum(work.morsels for work in self.works)

    @property
    def row_bytes(self) -> float | None:
        return self.bytes_out / self.rows_out if self.rows_out else None

    @property
    def filled(self) -> int:
        """Partitions with rows, at the least: a worker takes one or more of them at a time."""
        return sum(1 for work in self.works if work.rows_out)


@dataclass(frozen=True, slots=True)
class _Read:
    """What the only source gave: all of its rows, or those behind a filter that is part of it."""

    everything: _Total | None = None
    behind: Mapping[LoggedNode, _Total] = field(default_factory=dict)
    row_bytes: float | None = None


def measured(run: Run, pools: Mapping[str, PoolOptions]) -> MeasuredRun | None:
    """What a run shows; None where its plans don't fit together.

    Args:
        run: A run that finished.
        pools: The pool of each UDF that has one.
    """
    written, optimised, physical = run.written, run.optimised, run.physical
    if written is None or optimised is None or physical is None:
        return None
    totals: Totals = {
        node.number: total
        for node in physical.each()
        if node.number is not None and (total := _total(node, run.work)) is not None
    }
    read = _read(written, optimised, physical, totals)
    source = read.everything
    filters = dict(_filters(written, optimised, physical, totals))
    on_ray = run.runner is RunnerKind.RAY
    tasks = _tasks(physical, totals) if on_ray else None
    # A task without rows writes no file.
    every = tasks if tasks == _files(run) else None
    seen = {**filters, **read.behind} if on_ray else {}
    return MeasuredRun(
        rows=None if source is None else source.rows_out,
        row_bytes=read.row_bytes,
        behind={node: each_total.rows_out for node, each_total in read.behind.items()},
        keeps={
            node: filter_.rows_out / filter_.rows_in
            for node, filter_ in filters.items()
            if filter_.rows_in
        },
        filled={node: every or each_total.filled for node, each_total in seen.items()},
        filled_source=source.filled if source is not None and on_ray else None,
        partitions=tasks,
        udfs=dict(_udfs(run, pools, tasks)),
    )


def _total(node: LoggedNode, work: Iterable[OperatorWork]) -> _Total | None:
    """All that processes did for an operator.

    On Ray a worker may run other operators on its behalf: what reads its rows again, or joins the
    files that were written. These have other names.
    """
    mine = [operator_work for operator_work in work if operator_work.node == node.number]
    if node.inputs:
        mine = [
            operator_work
            for operator_work in mine
            if operator_work.rows_in is not None and operator_work.name != _ONLY_READS
        ]
    names = {operator_work.name for operator_work in mine}
    if len(names) > 1:
        mine = [operator_work for operator_work in mine if operator_work.name == node.name]
    return _total_of(mine) if mine else None


def _total_of(works: Sequence[OperatorWork]) -> _Total:
    return _Total(
        sum(work.rows_in or 0 for work in works),
        sum(work.rows_out for work in works),
        sum(work.bytes_out for work in works),
        tuple(works),
    )


Totals = Mapping[int | None, _Total]


def _read(
    written: LoggedNode, optimised: LoggedNode, physical: LoggedNode, totals: Totals
) -> _Read:
    leaves = [node for node in physical.each() if not node.inputs]
    total = totals.get(leaves[0].number) if len(leaves) == 1 else None
    if total is None or any(node.kind == _LIMIT for node in written.each()):
        return _Read()
    left = Counter(node.text for node in optimised.each() if node.kind == FILTER)
    if left == Counter(node.text for node in written.each() if node.kind == FILTER):
        return _Read(total, row_bytes=total.row_bytes)
    if left:
        return _Read()
    last = _last_filter(written)
    return _Read(None, {} if last is None else {last: total}, total.row_bytes)


def _tasks(physical: LoggedNode, totals: Totals) -> int | None:
    """The tasks of a plan in which each task reads a partition and writes what becomes of it.

    Of a write, Daft counts the morsels, and each task that ends once more (measured on 0.7.26).
    """
    nodes = chain(physical)
    if len(nodes) < _READ_AND_WRITE or not nodes[-1].name.endswith(" Write"):
        return None
    if any(len(node.inputs) > 1 or not _is_in_tasks(node) for node in nodes[1:-1]):
        return None
    wrote, before = totals.get(nodes[-1].number), totals.get(nodes[-2].number)
    if wrote is None or before is None:
        return None
    tasks = wrote.morsels - before.morsels
    return tasks if 0 < tasks <= max(1, wrote.morsels // 2) else None


def _files(run: Run) -> int:
    """How many files a run wrote: each is a row for what commits them."""
    return sum(work.rows_in or 0 for work in run.work if work.name == _COMMIT)


def _is_in_tasks(node: LoggedNode) -> bool:
    return _runs_udf(node) or node.kind in (FILTER, "Project")


def _last_filter(written: LoggedNode) -> LoggedNode | None:
    """The last filter before anything else changes rows."""
    last = None
    for node in chain(written):
        if node.kind == FILTER:
            last = node
        elif node.kind not in _KEEPS_ROWS and node.kind != SOURCE:
            break
    return last


def _filters(
    written: LoggedNode, optimised: LoggedNode, physical: LoggedNode, totals: Totals
) -> Iterator[tuple[LoggedNode, _Total]]:
    """What filters did that Daft runs as steps of their own."""
    planned = [node for node in optimised.each() if node.kind == FILTER]
    ran = [node for node in physical.each() if node.kind == FILTER]
    wrote = [node for node in written.each() if node.kind == FILTER]
    if len(planned) != len(ran):
        return
    for plan, node in zip(planned, ran, strict=True):
        total = totals.get(node.number)
        mine = [logged_node for logged_node in wrote if logged_node.text == plan.text]
        if total is not None and len(mine) == 1:
            yield mine[0], total


def udf_work(run: Run) -> Iterator[tuple[str, tuple[OperatorWork, ...]]]:
    """What processes did for each UDF of a run; of one that runs several times, nothing."""
    if run.optimised is None or run.physical is None:
        return
    planned = [node for node in run.optimised.each() if node.kind == _UDF_PLAN]
    ran = [node for node in run.physical.each() if _runs_udf(node)]
    names = Counter(name for node in planned for name in node.udfs)
    if len(planned) != len(ran):
        return
    for plan, node in zip(planned, ran, strict=True):
        total = _total(node, run.work)
        if total is not None and len(plan.udfs) == 1 and names[plan.udfs[0]] == 1:
            yield plan.udfs[0], total.works


def _udfs(
    run: Run, pools: Mapping[str, PoolOptions], tasks: int | None
) -> Iterator[tuple[str, MeasuredUdf]]:
    for name, works in udf_work(run):
        total = _total_of(works)
        yield name, MeasuredUdf(total.rows_in, *_times(run, total, name, pools, tasks))


def _runs_udf(node: LoggedNode) -> bool:
    return node.kind.startswith(("UDF", "ActorUDF"))


def _times(
    run: Run, total: _Total, name: str, pools: Mapping[str, PoolOptions], tasks: int | None
) -> tuple[float | None, float | None]:
    """Seconds of a row on one actor or thread, and until an actor was ready."""
    busy = sum(work.busy for work in total.works)
    if not total.rows_in:
        return None, None
    if name not in pools:
        # Natively, other steps wait for the processes of a pool, and that counts as their time.
        held_up = bool(pools) and run.runner is RunnerKind.NATIVE
        # The log has whole milliseconds: so little isn't measured.
        return (None if held_up or not busy else busy / total.rows_in), None
    pool = pools[name]
    if pool.actors is None:
        return None, None
    if run.runner is RunnerKind.NATIVE:
        return _of_processes(total, busy, pool.actors)
    if tasks and pool.batch_size and _is_even(total, tasks, pool.batch_size):
        return _of_even_tasks(total, pool.actors, total.rows_in / tasks, pool.batch_size)
    return _of_actors(total, busy, pool.actors)


def _of_processes(total: _Total, busy: float, actors: int) -> tuple[float | None, float | None]:
    """Of a native pool: its time grows by that of the rows, and by the start of each process."""
    samples = [sample for work in total.works for sample in work.samples if sample.rows]
    steps = [
        (later.busy - earlier.busy) / (later.rows - earlier.rows)
        for earlier, later in pairwise(samples)
        if later.rows > earlier.rows
    ]
    if len(steps) < _FEWEST_SAMPLES:
        return None, None
    seconds = median(steps)
    if seconds <= 0:
        return None, None
    return seconds, max(0.0, busy - seconds * total.rows_in) / actors


def _is_even(total: _Total, tasks: int, batch_size: int) -> bool:
    """Whether tasks of equally many rows have as many morsels as the log says, and not too many."""
    morsels = tasks * -(-total.rows_in // (tasks * batch_size))
    return total.morsels == morsels <= _MOST_MORSELS


def _of_even_tasks(
    total: _Total, actors: int, task_rows: float, batch_size: int
) -> tuple[float | None, float | None]:
    """Of a pool on Ray whose tasks have equally many rows: how its morsels follow each other.

    From the first rows that come to the last ones, a worker's busiest actor has all rows but those
    of the first morsel that ends.
    """
    per_worker, rest = divmod(actors, len(total.works))
    if rest:
        return None, None
    found = []
    for work in total.works:
        tasks = round((work.rows_in or 0) / task_rows)
        if work.first_output is None or not tasks:
            continue
        rows = round(task_rows)
        phase = Phase([(rows,)] * tasks, (Stage((per_worker,), batch_size),))
        run = run_phases([phase], Machine.alike(1, None), EQUAL_ROWS)
        last = max(use.rows for use in run.phases[0][0].actors)
        rest = rows % batch_size
        first = rest if rest and per_worker > rows // batch_size else batch_size
        if last > first:
            seconds = (work.ended - work.first_output) / (last - first)
            found.append((seconds, work.first_output - work.began - seconds * first))
    if not found:
        return None, None
    seconds, start = (median(values) for values in zip(*found, strict=True))
    return (seconds, max(0.0, start)) if seconds > 0 else (None, None)


def _of_actors(total: _Total, busy: float, actors: int) -> tuple[float | None, float | None]:
    """Of a pool on Ray: the first rows come when an actor is ready and has done one call.

    Two morsels are on their way to each actor. So the first one takes until then, the second one a
    call longer, and each later one waits for the one before it: two calls.
    """
    first = [
        work.first_output - work.began
        for work in total.works
        if work.first_output is not None and work.morsels
    ]
    morsels = sum(work.morsels for work in total.works)
    if not first or morsels < _SLOTS * actors:
        return None, None
    ready = median(first)
    call = (busy - 2 * actors * ready) / (2 * morsels - 3 * actors)
    if not 0 < call < ready:
        return None, None
    return call * morsels / total.rows_in, ready - call
