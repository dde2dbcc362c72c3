"""DFT102: batch_size leaves fewer morsels than actors."""

from __future__ import annotations

import math
from collections.abc import Iterator

from daft_lint.judging.pools import (
    as_option,
    assumptions,
    counted,
    effect_of,
    idle_actors,
    may_reach_workers,
    places,
    pools_on_any_runner,
    remedy,
    rests_on,
    surest,
)
from daft_lint.plan.quantity import exactly
from daft_lint.records import replace
from daft_lint.rule import Case, Problem, rule
from daft_lint.scheduling.prediction.bounds import outcome
from daft_lint.scheduling.prediction.predict import WorkPrediction


@rule("DFT102", "oversized-batch-size", needs_work=True, since="0.1.0")
def oversized_batch_size(case: Case) -> Iterator[Problem]:
    """A batch_size so large that a worker has fewer morsels than actors.

    ## What it does

    Cuts the rows of each task into morsels (batches) of `batch_size` rows, and compares their
    number with the actors on the task's worker. It fires if every worker gets tasks, some actors
    still get no morsel, and a smaller `batch_size` would give them one.

    ## Why it is bad

    `batch_size` limits memory, but it also decides how many batches there are to hand out. With two
    batches, only two actors work, regardless of the concurrency.

    Measured on Daft 0.7.26 with one worker, four actors and 1,000 rows: `batch_size=500` gave two
    actors 500 rows each and two none; 1,600 rows with `batch_size=1600` left three of four idle at
    a utilisation of 25%, and `batch_size=400` or `100` kept all four busy at 100%.

    ## Example

    ```python
    # One worker, four actors, 1,000 rows in one partition.
    @daft.cls(max_concurrency=4)
    class Embed:
        @daft.method.batch(return_dtype=DataType.string(), batch_size=500)
        def __call__(self, text): ...
    ```

    ## Use instead

    ```python
    @daft.cls(max_concurrency=4)
    class Embed:
        @daft.method.batch(return_dtype=DataType.string(), batch_size=250)
        def __call__(self, text): ...
    ```

    The best sizes satisfy `rows of a task = actors on a worker x batch_size x a whole number`.

    ## Fix safety

    A UDF may depend on the size of its batches, so the fix is unsafe.

    ## References

    - [How Daft schedules](../how-daft-schedules.md)
    - "Tuning Daft's Distributed UDFs: Lessons from ByteDance", scenario 3
    """
    for judged in pools_on_any_runner(case):
        pool = judged.pool
        if may_reach_workers(pool) and pool.idle.low >= 1 and _batch_size_is_to_blame(pool):
            yield Problem(
                span=pool.call.span,
                message=_message(pool),
                remedy=remedy(case, pool, "set a smaller batch_size"),
                rests_on=rests_on(pool),
                on_ray=judged.on_ray,
                effect=effect_of(pool, case.pipeline.cluster),
                at_most=surest(case, pool, judged.at_most),
                assumptions=assumptions(case, pool),
                call=pool.call,
                related=places(pool),
            )


def _batch_size_is_to_blame(pool: WorkPrediction) -> bool:
    if pool.call.udf.batch_size is None:
        return False
    smallest = outcome(replace(pool.load, batch_size=exactly(1)))
    return smallest.idle.low < pool.idle.low


def _message(pool: WorkPrediction) -> str:
    size = as_option("batch_size", pool.batch_size)
    if math.isinf(pool.rows_per_task.high):
        return f"{size} makes too few morsels (batches): {idle_actors(pool)}"
    rows = counted(pool.rows_per_task, "row")
    batches = "batch" if pool.morsels_per_task.high <= 1 else "batches"
    morsels = f"{counted(pool.morsels_per_task, 'morsel')} ({batches})"
    does = f"cuts the {rows} of a task into {morsels}"
    if pool.morsels_per_task.high <= 1:
        does = f"leaves the {rows} of a task in {morsels}"
    return f"{size} {does}: {idle_actors(pool)}"
