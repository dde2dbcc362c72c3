"""The problem that rules share of tasks and morsels whose handling costs more than their rows."""

from __future__ import annotations

from daft_lint.findings import Confidence, Fix, Related
from daft_lint.judging.pools import as_files, assumptions, effect_of, rests_on, surest
from daft_lint.plan.changes import Change, Insertion, Refiling, Replacement, Retuning
from daft_lint.plan.pipeline import Operator, OperatorKind
from daft_lint.plan.quantity import between, exactly
from daft_lint.plan.span import Span
from daft_lint.records import replace
from daft_lint.rule import Case, Problem, assuming_used
from daft_lint.scheduling.optimiser.allowed_steps import ONLY_FILES
from daft_lint.scheduling.prediction.listings import is_listing
from daft_lint.scheduling.prediction.predict import WorkPrediction
from daft_lint.scheduling.tuning.overheads import Handling
from daft_lint.scheduling.tuning.terms import Tunable
from daft_lint.words import duration, percent

# A batch size that no task fills to so many parts was meant for larger ones.
_TIMES_TOO_SMALL = 2
# Light rows that take an actor longer than this, in seconds, are rare.
_SLOW_ENOUGH = 0.02


def handling_problem(
    case: Case,
    pool: WorkPrediction,
    handling: Handling,
    *,
    span: Span,
    message: str,
    related: tuple[Related, ...],
) -> Problem:
    """A pool that loses its time to the handling of its tasks or morsels, and the better number.

    How many actors idle for it isn't known, and how much time is lost follows from an assumed cost
    of a row. So `verify`, whose rows take another time, doesn't watch it.
    """
    lossy = _handled(pool, handling)
    return Problem(
        span=span,
        message=message,
        remedy=_with_another_number(pool, handling),
        rests_on=rests_on(lossy),
        effect=effect_of(lossy, case.pipeline.cluster),
        at_most=_surest(case, pool, handling),
        assumptions=(*assumptions(case, pool), *_used(pool), _rows_at_most(handling)),
        related=related,
    )


def _used(pool: WorkPrediction) -> tuple[str, ...]:
    return (assuming_used(pool.call),) if pool.call.doubtful else ()


def _handled(pool: WorkPrediction, handling: Handling) -> WorkPrediction:
    """The pool as handling leaves it, with rows of the assumed cost."""
    return replace(
        pool,
        idle=between(0, pool.idle.high, *pool.idle.origins),
        utilisation=handling.utilisation,
        occupancy=None,
    )


def _with_another_number(pool: WorkPrediction, handling: Handling) -> Fix:
    """The better number in words, and as a change of the plan."""
    after, replaced = exactly(handling.after), handling.replaces
    gain = f"the actors work {percent(handling.advised.low)} of the time, if a row takes 10 ms"
    if handling.tunable is Tunable.BATCH_SIZE:
        change: Change = Retuning(pool.call.udf, batch_size=after)
        return Fix(f"set batch_size={after.count:_}: {gain}", changes=(change,))
    if replaced is not None:
        step = replace(replaced, count=after, code=None)
        change = Replacement(replaced, step)
        line = replaced.span.line_from(pool.call.span)
        words = f"change `{replaced.method}` on {line} to {after.count:_}"
        return Fix(f"{words}: {gain}", changes=(change,))
    if pool.source.checkpointed:
        words = as_files(pool.source, handling.after, pool.call.span)
        return Fix(f"{words}: {gain}; {ONLY_FILES}", changes=(Refiling(pool.source, after),))
    before = pool.grows_at
    step = Operator(OperatorKind.INTO_PARTITIONS, "into_partitions", before.span, after)
    words = f"put .into_partitions({after.count:_}) before `{before.method}`"
    line = before.span.line_from(pool.call.span)
    return Fix(f"{words} on {line}: {gain}", changes=(Insertion(before, step),))


def _rows_at_most(handling: Handling) -> str:
    """What is assumed of the cost of a row: `a row takes an actor at most 23 ms`."""
    return f"a row takes an actor at most {duration(handling.row_seconds)}"


def _surest(case: Case, pool: WorkPrediction, handling: Handling) -> Confidence:
    """How sure it is that handling costs more than the work, when the cost of a row is unknown.

    It is likely when the UDF asks for batches that no task fills, or when rows look light and may
    still take their time.
    """
    asked, most = pool.call.udf.batch_size, handling.largest_task
    never_full = asked is not None and most * _TIMES_TOO_SMALL <= asked.low
    light = not (
        pool.around.heavy_before
        or pool.around.heavy_rows
        or is_listing(pool.source)
        or (pool.call.udf.gpus is not None and pool.call.udf.gpus.high > 0)
    )
    if never_full or (light and handling.row_seconds >= _SLOW_ENOUGH):
        return min(Confidence.LIKELY, surest(case, pool))
    return Confidence.POSSIBLE
