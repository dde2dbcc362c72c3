"""DFT109: a limit together with an into_partitions or a cross join, which never ends."""

from __future__ import annotations

from collections.abc import Iterator

from daft_lint.daft_api.table import shown
from daft_lint.findings import Fix, Related, Severity
from daft_lint.plan.changes import Replacement
from daft_lint.plan.pipeline import Operator, OperatorKind
from daft_lint.pools import count_in_code
from daft_lint.rule import Case, Problem, assuming_taken, rule
from daft_lint.scheduling.optimiser.deadlocks import FIRST_SEEN, LAST_SEEN, Deadlock, deadlocks

# A version without a patch number is the newest of its line, or an older one.
_LINE = (0, 7)


@rule("DFT109", "hanging-limit", needs_work=True, since="0.1.0")
def hanging_limit(case: Case) -> Iterator[Problem]:
    """A limit together with into_partitions or a cross join: on Ray the pipeline hangs forever.

    ## What it does

    Looks at the plan as Daft runs it, for a `limit` or `show` and an `into_partitions` with nothing
    between them but columns, filters and UDFs, in either order. It also looks for a `limit` in
    front of a cross join, on either side of it. It stays silent if a `collect`, `sort`,
    `into_batches`, `repartition`, `groupby`, `join` or anything else is in between, and for Daft
    before 0.7.17; for a cross join, before 0.7.26. If one of the two is in a branch, the finding
    says so. If both are, the rule stays silent, because perhaps no run takes both branches.

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

    Or put a `collect()` between the two, as for a cross join.

    ## Fix safety

    `repartition` keeps the rows and their number of partitions, but not their order.

    ## References

    - Daft issue 7400, open as of Daft 0.7.26
    - [How Daft schedules](../how-daft-schedules.md)
    """
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
