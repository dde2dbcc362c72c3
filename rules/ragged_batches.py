"""DFT106: batches that don't divide the rows evenly leave actors waiting for the last one."""

from __future__ import annotations

from collections.abc import Iterator

from daft_lint.judging.pools import (
    advised,
    as_option,
    assumptions,
    best_advice,
    effect_of,
    evened_out,
    places,
    pools_on_any_runner,
    rests_on,
    share_lost,
    surest,
)
from daft_lint.plan.pipeline import OperatorKind
from daft_lint.rule import Case, Problem, rule
from daft_lint.scheduling.prediction.predict import WorkPrediction
from daft_lint.scheduling.tuning.advice import Advice
from daft_lint.scheduling.tuning.remedies import OF_TASKS, UNEVEN_LOSS, better_numbers
from daft_lint.scheduling.tuning.terms import Tunable

# The share of the paid actor time that must surely be lost, and be won back by another batch_size.
_LOSS = 0.25


@rule("DFT106", "ragged-batches", needs_work=True, since="0.1.0")
def ragged_batches(case: Case) -> Iterator[Problem]:
    """batch_size doesn't divide the rows evenly, so actors wait for one with an extra batch.

    ## What it does

    Simulates the pipeline, row by row. It fires if every actor gets rows, at least a quarter of the
    actor time is lost anyway, and a different `batch_size` alone recovers it.

    ## Why it is bad

    Each task is cut on its own, and its last morsel is what is left. Five batches for four actors
    make one of them work twice as long, while you pay for the other three to wait.

    Measured on Daft 0.7.26 with one worker, four actors and 1,000 rows hash-partitioned into two
    (510 and 490): `batch_size=200` gave the actors 90, 200, 310 and 400 rows.

    ## Example

    ```python
    # One worker, four actors, two partitions of about 500 rows: 200, 200, 100 and 200, 200, 100.
    udf = Featurise.override_options(batch_size=200).with_concurrency(4)
    df = df.repartition(2, "path").with_column("features", udf(col("path")))
    ```

    ## Use instead

    ```python
    udf = Featurise.override_options(batch_size=50).with_concurrency(4)
    df = df.repartition(2, "path").with_column("features", udf(col("path")))
    ```

    ## Fix safety

    A UDF may depend on the size of its batches, so the fix is unsafe.

    ## References

    - [How Daft schedules](../how-daft-schedules.md)
    - "Tuning Daft's Distributed UDFs: Lessons from ByteDance", scenario 1
    """
    for judged in pools_on_any_runner(case):
        pool = judged.pool
        advice = _better_batch_size(pool)
        if advice is not None and not _is_told_of_tasks(case, pool):
            best = best_advice(case, pool)
            # It is the batch_size that is uneven here, whatever tasks would bring.
            remedy = advice if best is None or best.numbers.keys() & OF_TASKS else best
            yield Problem(
                span=pool.call.span,
                message=_message(pool),
                remedy=advised(remedy),
                rests_on=rests_on(pool),
                on_ray=judged.on_ray,
                effect=effect_of(pool, case.pipeline.cluster),
                at_most=surest(case, pool, judged.at_most),
                assumptions=assumptions(case, pool),
                call=pool.call,
                related=places(pool),
            )


def _better_batch_size(pool: WorkPrediction) -> Advice | None:
    """The batch_size that wins back what is lost; None when little is or it isn't to blame."""
    if pool.call.udf.batch_size is None or pool.idle.high > 0:
        return None
    if 1 - pool.utilisation.high < _LOSS:
        return None
    advice = better_numbers(pool, frozenset({Tunable.BATCH_SIZE}))
    if advice is None:
        return None
    won = advice.utilisation.low - pool.utilisation.high
    return advice if won >= _LOSS / 2 else None


def _is_told_of_tasks(case: Case, pool: WorkPrediction) -> bool:
    """Whether DFT105 says that other tasks help, and with which batch_size."""
    hashed = any(step.kind is OperatorKind.HASH_REPARTITION for step in pool.around.upstream)
    return not hashed and evened_out(case, pool, UNEVEN_LOSS) is not None


def _message(pool: WorkPrediction) -> str:
    shares = ""
    if pool.occupancy is not None:
        rows = sorted(actor.rows for actor in pool.occupancy.actors)
        shares = f" ({rows[0]:,.0f} to {rows[-1]:,.0f} rows each)"
    how = "splits the rows unevenly among"
    if pool.rows_per_task.high <= pool.batch_size.low:
        how = "makes one call of each task, so rows go unevenly to"
    return (
        f"{as_option('batch_size', pool.batch_size)} {how} the "
        f"{pool.actors} {pool.unit.plural} of `{pool.call.udf.name}`{shares}: they lose "
        f"{share_lost(pool.utilisation)} of their time"
    )
