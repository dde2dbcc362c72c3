"""DFT109: a pipeline that never ends: a limit beside its like, or files that take all threads."""

from __future__ import annotations

from collections.abc import Iterator

from daft_lint.daft_api.sources import HANGING
from daft_lint.daft_api.table import shown
from daft_lint.findings import Confidence, Fix, Related, Severity
from daft_lint.judging.pools import count_in_code
from daft_lint.plan.changes import Replacement
from daft_lint.plan.pipeline import Operator, OperatorKind, Source
from daft_lint.plan.quantity import exactly
from daft_lint.rule import Case, Problem, assuming_taken, rule
from daft_lint.scheduling.optimiser.deadlocks import FIRST_SEEN, LAST_SEEN, Deadlock, deadlocks

# A version without a patch number is the newest of its line, or an older one.
_LINE = (0, 7)
_OLDEST_READERS = (0, 7, 16)
_MOST_THREADS = 8
"""Daft reads with a thread for each CPU, and with no more than these (0.7.24, common/runtime)."""


@rule("DFT109", "hanging-limit", needs_work=True, since="0.1.0")
def hanging_limit(case: Case) -> Iterator[Problem]:
    """A limit beside into_partitions or a cross join, or many videos: the pipeline hangs forever.

    ## What it does

    Looks at the plan as Daft runs it, for a `limit` or `show` and an `into_partitions` with nothing
    between them but columns, filters and UDFs, in either order. It also looks for a `limit` in
    front of a cross join, on either side of it. It stays silent if a `collect`, `sort`,
    `repartition`, `groupby`, `join` or anything else is in between, and for Daft before 0.7.17; for
    a cross join, before 0.7.26. An `into_batches` only helps behind the limit: Daft moves a later
    limit in front of it. If one of the two is in a branch, the finding says so. If both are, the
    rule stays silent, because perhaps no run takes both branches.

    It looks for `read_video_frames`, `read_webdataset` and `read_mcap` of 8 files or more, or of as
    many as there are CPUs, where `cpus-per-worker` says that; on Ray, of so many on one of the
    workers. Where a pattern such as `*.tar` hides their number, the finding is `possible`. It stays
    silent if the program sets `scantask_max_parallel`, and for Daft before 0.7.16.

    ## Why it is bad

    Each of the two waits for the other. There is no error and no timeout: the cluster is blocked
    until someone stops the job.

    Measured on Daft 0.7.26 with Ray 2.60 and two workers: more than thirty plans hung, with the
    limit first and last, from one partition and from four, into one, two, four and eight, with
    limits below and above the number of rows, with filters, UDFs and pools in between, and before a
    write or a count. With `repartition`, or with a `collect` in between, they took a second or two.
    On Daft 0.6.4 none hung. Issue 7400 reports it for 0.7.17 and 0.7.24.

    On Daft 0.7.26 with Ray 2.59, nine plans with a limit in front of a cross join hung: on the
    left, on the right and on both sides, of one partition, of several and of rows in memory. With a
    `collect`, `sort`, `repartition`, `into_batches` or aggregate in between, with an inner join,
    and with the limit behind the cross join, none did.

    Daft reads up to eight files at once, with a thread for each CPU and eight at most. A task of
    these three readers holds a thread while other threads must read for it. If as many tasks run as
    there are threads, all wait. Measured natively on Daft 0.7.26: on 2 CPUs two files hung, one
    didn't; where the system told Daft of 4 CPUs, four and three; of 16, eight and seven. Twenty tar
    files with 16 hung; with `scantask_max_parallel=7` they took 0.7 s. Before a `limit`, `show` or
    count, it is the same. 0.7.16 hung on two videos and on two MCAP files, 0.7.6 on none. On Ray,
    two tar files on a node of 2 CPUs hung; one didn't, nor did six with `scantask_max_parallel=1`.

    ## Example

    ```python
    df = daft.read_parquet("s3://bucket/pages/*.parquet").into_partitions(16)
    df = df.with_column("tag", Tag()(col("text")))
    df.show()
    ```

    ## Use instead

    ```python
    df = daft.read_parquet("s3://bucket/pages/*.parquet").repartition(16)
    df = df.with_column("tag", Tag()(col("text")))
    df.show()
    ```

    Or put a `collect()` between the two, as for a cross join. For files, set
    `daft.set_execution_config(scantask_max_parallel=1)` before the pipeline runs. The number may be
    higher, but must stay below eight and below the number of CPUs.

    ## Fix safety

    `repartition` keeps the rows and their number of partitions, but not their order.

    ## References

    - Daft issue 7400, open as of Daft 0.7.26
    - [How Daft schedules](../how-daft-schedules.md)
    """
    yield from _waiting_readers(case)
    if not case.may_run_on_ray or not _hangs_in(case.daft_version):
        return
    for hang in deadlocks(case.prediction.optimised.plan):
        limit, other = hang.limit, hang.other
        line = limit.span.line_from(other.span)
        is_join = other.kind is OperatorKind.JOIN
        if is_join and _LINE < case.daft_version < LAST_SEEN:
            # Cross joins weren't run on these.
            continue
        named = f"the cross `{other.method}`" if is_join else f"`{other.method}`"
        yield Problem(
            span=other.span,
            message=f"{named} and the `{limit.method}` on {line} "
            "wait for each other: on Ray this never ends",
            remedy="put .collect() behind the limit" if is_join else _repartitioned(other),
            severity=Severity.ERROR,
            assumptions=_assumptions(case, hang),
            related=(Related(limit.span, "the limit that it waits for"),),
        )


def _waiting_readers(case: Case) -> Iterator[Problem]:
    """Files that take all threads of a process, so that none is left to read them."""
    natively, cluster = not case.runs_on_ray_if_anything, case.pipeline.cluster
    workers = exactly(1) if natively else cluster.workers
    if workers is None or not (case.daft_version == _LINE or case.daft_version >= _OLDEST_READERS):
        return
    cpus = cluster.cpus_per_worker
    threads = _MOST_THREADS if cpus is None else int(min(_MOST_THREADS, cpus.high))
    # One worker then has as many of the tasks as it has threads.
    enough = workers.high * (threads - 1) + 1
    for source in case.prediction.optimised.plan.sources:
        if source.name in HANGING and not source.paced and source.partitions.high >= enough:
            yield _waiting(case, source, int(enough), threads if cpus is not None else 2)


def _waiting(case: Case, source: Source, enough: int, threads: int) -> Problem:
    cluster, kind = case.pipeline.cluster, f"{HANGING[source.name]} files"
    is_sure = source.partitions.low >= enough
    said = [] if is_sure else [f"`{source.path or 'the path'}` matches {enough} or more files"]
    if case.daft_version == _LINE or case.daft_version > LAST_SEEN:
        said.append(f"Daft reads {kind} as {shown(LAST_SEEN)} does")
    natively = not case.runs_on_ray_if_anything
    figures = (cluster.cpus_per_worker, None if natively else cluster.workers)
    return Problem(
        span=source.span,
        message=f"{enough} {kind} or more take all threads that read, and wait for one to be free: "
        f"on {'the native runner' if natively else 'Ray'} this never ends",
        remedy=_paced(threads),
        rests_on=(source.partitions, *(each for each in figures if each is not None)),
        on_ray=not natively,
        severity=Severity.ERROR,
        at_most=Confidence.CERTAIN if is_sure else Confidence.POSSIBLE,
        assumptions=tuple(said),
        related=(Related(source.span, "the files are read here"),),
    )


def _paced(threads: int) -> str:
    if threads == 1:
        return "run it on 2 CPUs or more: one thread can't read such a file"
    return f"set daft.set_execution_config(scantask_max_parallel={threads - 1}) before it runs"


def _hangs_in(version: tuple[int, ...]) -> bool:
    """Whether a version is known to hang, or is newer than all that were tried."""
    return version >= FIRST_SEEN or version == _LINE


def _assumptions(case: Case, hang: Deadlock) -> tuple[str, ...]:
    version = case.daft_version
    steps = (hang.limit, hang.other)
    action, here = case.pipeline.action, hang.other.span
    said = [assuming_taken(step, step.span, action, here) for step in steps if step.maybe]
    if version == _LINE:
        is_join = hang.other.kind is OperatorKind.JOIN
        said.append(f"Daft {shown(LAST_SEEN if is_join else FIRST_SEEN)} or later is used")
    elif version > LAST_SEEN:
        said.append(f"Daft issue 7400 isn't fixed in {shown(version)}")
    if action is None:
        said.append("this frame is run")
    return tuple(said)


def _repartitioned(split: Operator) -> Fix:
    kind = OperatorKind.RANDOM_REPARTITION
    step = Operator(kind, "repartition", split.span, split.count, code=split.code)
    number = split.code or count_in_code(split)
    return Fix(
        f"use .repartition({number}), or put .collect() between the two",
        changes=(Replacement(split, step),),
    )
