"""The rows of the tasks, morsels and calls that some work gets."""

from __future__ import annotations

import math

from daft_lint.plan.pipeline import Operator, OperatorKind, Source
from daft_lint.plan.quantity import Origin, OriginKind, Quantity, between, exactly
from daft_lint.records import replace
from daft_lint.scheduling.partitions.course import course_of
from daft_lint.scheduling.partitions.effects import TASK_ENDERS
from daft_lint.scheduling.partitions.flow import Step
from daft_lint.scheduling.partitions.partitioning import Partitioning, merged_origins
from daft_lint.scheduling.partitions.sizes import filled_kinds
from daft_lint.scheduling.partitions.source_partitions import PIECE_ROWS, TEXT_READERS
from daft_lint.scheduling.partitions.task_work import counts_bytes
from daft_lint.scheduling.simulation.stations import DEFAULT_MORSEL_ROWS

_JOINS_PIECES = TASK_ENDERS - {OperatorKind.INTO_PARTITIONS, OperatorKind.BARRIER}
_CUT_BY_SOURCE = Origin(OriginKind.ENGINE, "the source hands on pieces of so many rows")
_DEFAULT_MORSEL = Origin(
    OriginKind.ENGINE, f"without batch_size a morsel has up to {DEFAULT_MORSEL_ROWS:,} rows"
)


def rows_per_task(before: Partitioning) -> Quantity:
    """The rows of any one task that has some."""
    origins = merged_origins(before.rows.origins, before.filled.origins, before.size_origins)
    sizes = filled_kinds(before.sizes)
    if sizes:
        return Quantity(min(sizes), max(sizes), origins)
    if before.filled.high <= 1:
        return replace(before.rows, origins=origins)
    return Quantity(min(1, before.rows.low), before.rows.high, origins)


def morsel_rows(step: Step, place: int, task_rows: Quantity, before: Partitioning) -> Quantity:
    """Rows of a morsel: the UDF's own, else what is handed on to it, else all there are."""
    for call in reversed(step.operator.calls[: place + 1]):
        if call.udf.batch_size is not None:
            own = call.udf.batch_size.at_least(exactly(1))
            return _of_reader(step, own)
    if step.operator.cut is not None:
        return step.operator.cut.at_least(exactly(1))
    course, at = course_of(step.plan), step.place
    last = course.last(_sizes_morsels, at)
    operator = course.at(last) if last > course.last(TASK_ENDERS, at) else None
    if operator is not None:
        sizes = (call.udf.batch_size for call in reversed(operator.calls))
        size = next((each for each in sizes if each is not None), operator.cut)
        assert size is not None
        return size.at_least(exactly(1))
    cut = _cut_by(step.plan.source)
    if cut is not None:
        kinds = {each.kind for each in step.ahead}
        if not kinds & {*TASK_ENDERS, OperatorKind.EXPLODE}:
            return cut if kinds <= {OperatorKind.PROJECT} else replace(cut, low=1)
    smallest = task_rows.low // before.pieces.high if before.pieces.high > 1 else math.inf
    if place == 0:
        smallest = min(smallest, _of_first_task(step, before))
    low = max(1, min(smallest, DEFAULT_MORSEL_ROWS))
    return between(low, DEFAULT_MORSEL_ROWS, _DEFAULT_MORSEL, *before.pieces.origins)


def _of_first_task(step: Step, before: Partitioning) -> float:
    """The fewest rows of a morsel behind `into_batches`, if tasks are cut.

    A worker cuts its later tasks as small as its first. With `into_batches(62)`, 249 rows of two
    partitions are tasks of 62, 62, 63 and 62 rows, and calls of 62, 62, 62, 62 and 1 (measured on
    Daft 0.7.26, on Ray). The last task is the first of no other one. Natively there is one task.
    """
    course, sizes = course_of(step.plan), before.sizes
    last = course.at(course.last(TASK_ENDERS, step.place))
    # What cuts all rows in turn is the native runner.
    is_cut = last is not None and last.kind is OperatorKind.INTO_BATCHES and last.cut is None
    if not is_cut or not isinstance(sizes, tuple) or len(sizes) < 2:
        return math.inf
    least = min(sizes[:-1])
    return least if least < max(sizes) else math.inf


def _of_reader(step: Step, size: Quantity) -> Quantity:
    """The rows of the calls with a batch_size where a reader of text cuts the rows first.

    That of JSON lines takes the batch_size for bytes. That of CSV cuts batches before filters see
    them: 800 rows with `batch_size=20`, where a quarter is kept, were 40 calls of 5. One of Parquet
    does so only if the filter reads all columns (measured on Daft 0.7.26, natively and on Ray).
    """
    source, ahead = step.plan.source, step.ahead
    if counts_bytes(source, ahead) is not False:
        return replace(size, low=1)
    if source.name not in TEXT_READERS or any(each.kind in TASK_ENDERS for each in ahead):
        return size
    for each in ahead:
        if each.kind is OperatorKind.FILTER and each.kept is not None:
            size = (size * each.kept).mapped(lambda rows: max(1, round(rows)))
    return size


def _cut_by(source: Source) -> Quantity | None:
    """Rows of the pieces that a source hands on, None where that isn't known."""
    rows = PIECE_ROWS.get(source.name)
    if source.piece_rows is not None:
        return source.piece_rows.at_most(exactly(rows or DEFAULT_MORSEL_ROWS))
    return None if rows is None else exactly(rows, _CUT_BY_SOURCE)


def _cuts(operator: Operator) -> bool:
    return operator.cut is not None


def _sizes_morsels(operator: Operator) -> bool:
    """Whether a step hands on morsels of its own size."""
    return _cuts(operator) or any(call.udf.batch_size is not None for call in operator.calls)


def rows_per_call(step: Step, morsel: Quantity, task_rows: Quantity) -> Quantity:
    """Rows of one call: a morsel, or a piece of it, since no call joins two pieces.

    What a download cut stays in pieces when partitions are cut, merged or collected; other steps
    gather the rows anew (measured on Daft 0.7.26).
    """
    rows = task_rows.at_most(morsel)
    course, behind = course_of(step.plan), step.place + 1
    last = course.last(_cuts, behind)
    operator = course.at(last) if last > course.last(_JOINS_PIECES, behind) else None
    if operator is None or operator.cut is None:
        return rows
    return rows.at_most(replace(operator.cut, low=1))
