"""DFT203: a shuffle after the rows became heavy."""

from __future__ import annotations

from collections.abc import Iterator

from daft_lint.findings import Confidence, Fix, Related, Severity
from daft_lint.plan.changes import Insertion, Removal
from daft_lint.plan.pipeline import Operator, OperatorKind
from daft_lint.rule import Case, Problem, rule
from daft_lint.scheduling.partitions.flow import Step
from daft_lint.scheduling.partitions.heavy_shuffles import HeavyShuffle, heavy_shuffle
from daft_lint.scheduling.prediction.listings import is_listing

# Fewer rows than this, where their number is known, are no load.
_FEW_ROWS = 1_000
# What cuts rows into tasks.
_CUTS = frozenset(
    {
        OperatorKind.HASH_REPARTITION,
        OperatorKind.RANDOM_REPARTITION,
        OperatorKind.INTO_PARTITIONS,
        OperatorKind.INTO_BATCHES,
    }
)
# So many pieces of each partition make a cut dear.
_MANY_CUTS = 4


@rule("DFT203", "heavy-repartition", needs_work=True, since="0.1.0")
def heavy_repartition(case: Case) -> Iterator[Problem]:
    """A repartition after a download or decode moves the heavy rows instead of the light ones.

    ## What it does

    Follows the columns that a download, a decode or a similar step makes. It fires on a
    `repartition` or `into_partitions` to more partitions if such a column goes through it and is
    used afterwards, and if the repartition could run before the step that makes the column: only
    steps that keep all rows are in between, and none of them makes its key.

    It stays silent if a filter is in between, since the moved repartition would shuffle rows that
    the filter drops, and if it merges partitions, because then the heavy step has more tasks as it
    is. If it isn't known whether it merges partitions, the rule also stays silent if the rows were
    cut for the heavy step, or if a UDF runs on them: the code may want few files, but many tasks
    before. The finding is at most `possible` if the number of partitions before isn't known, and if
    the rows may be heavy from the start: that is, unless they come from a listing by
    `from_glob_path`, or have no column but the addresses that are downloaded.

    ## Why it is bad

    Every row is written to the object store and read by another task. Paths are bytes; what they
    point to is megabytes. `into_partitions` is worse than a shuffle: it cuts a partition into
    slices, and with each slice Daft writes the bytes of all of them. And from a listing, which is
    one partition, everything is downloaded by one task before it is spread.

    Measured on Daft 0.7.26 with 57 MiB in 120 files and two workers: a download and then
    `into_partitions(8)` put 1,320 MiB into the object store, and then `repartition(8)` 250 MiB.
    With the download last it was 149 and 164 MiB. With twice as many bytes and object stores of
    150 MB the cut took 13 s instead of 3 s, and the shuffle, without a network, about as long as
    before.

    ## Example

    ```python
    df = daft.from_glob_path("s3://bucket/images/*.jpg")
    df = df.with_column("image", col("path").download().decode_image())
    df = df.repartition(64)
    ```

    ## Use instead

    ```python
    df = daft.from_glob_path("s3://bucket/images/*.jpg")
    df = df.repartition(64)
    df = df.with_column("image", col("path").download().decode_image())
    ```

    ## Fix safety

    The rows and the number of partitions stay the same. The order of rows after a shuffle isn't
    fixed anyway.

    ## References

    - [How Daft schedules](../how-daft-schedules.md)
    """
    if not case.may_run_on_ray:
        return
    for step in case.prediction.flow.steps:
        found = heavy_shuffle(step, case.prediction.optimised, case.pipeline.action)
        if found is None or step.after.count.low <= step.before.count.low or _may_starve(found):
            continue
        made, moving = found.made_by, step.operator
        yield Problem(
            span=moving.span,
            message=f"`{moving.method}` {_moves(moving, found)}; before that line the rows are "
            "light",
            remedy=_moved(found),
            rests_on=(step.before.count, step.after.count),
            severity=_severity(step),
            at_most=_as_sure_as(case, found),
            assumptions=_assumptions(found),
            related=(Related(made.span, "the rows become heavy here"),),
        )


def _moves(moving: Operator, found: HeavyShuffle) -> str:
    heavy = f"`{found.column}` (heavy since {found.made_by.span.line_from(moving.span)})"
    if moving.kind is OperatorKind.INTO_PARTITIONS:
        return f"stores all of {heavy} once for each piece that it cuts"
    return f"sends {heavy} to other tasks"


def _severity(step: Step) -> Severity:
    """Measured: a cut in eight writes nine times the bytes, a shuffle half as much again."""
    cuts = step.operator.kind is OperatorKind.INTO_PARTITIONS
    many = step.after.count.low >= _MANY_CUTS * max(1, step.before.count.high)
    return Severity.WARNING if cuts and many else Severity.INFO


def _as_sure_as(case: Case, found: HeavyShuffle) -> Confidence:
    """Rows of other sources than a listing may be heavy from the start, if not only addresses."""
    step = found.step
    if not (is_listing(case.pipeline.plan.source) or found.of_addresses):
        return Confidence.POSSIBLE
    few = step.before.rows.high < _FEW_ROWS
    return Confidence.POSSIBLE if few or _may_merge(step) else Confidence.CERTAIN


def _may_merge(step: Step) -> bool:
    return step.after.count.low <= step.before.count.high


def _may_starve(found: HeavyShuffle) -> bool:
    """Whether a move may leave a UDF, or a step behind a cut, with fewer tasks than now."""
    ahead = found.step.ahead
    first = next(place for place, operator in enumerate(ahead) if operator is found.made_by)
    cut = any(operator.kind in _CUTS for operator in ahead[:first])
    return _may_merge(found.step) and (cut or any(operator.calls for operator in ahead[first:]))


def _assumptions(found: HeavyShuffle) -> tuple[str, ...]:
    """Where they are on other lines, other code may use the frames between them."""
    made, moving = found.made_by.span, found.step.operator.span
    if (made.path, made.end_line) == (moving.path, moving.line):
        return ()
    return ("no other code uses a frame between the two",)


def _moved(found: HeavyShuffle) -> Fix:
    moving, made = found.step.operator, found.made_by
    return Fix(
        f"move this `{moving.method}` before `{made.method}` on {made.span.line_from(moving.span)}",
        changes=(Removal(moving), Insertion(made, moving)),
    )
