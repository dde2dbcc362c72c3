"""DFT103: without a batch_size, a task is one morsel."""

from __future__ import annotations

from collections.abc import Iterator

from daft_lint.judging.pools import (
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
from daft_lint.plan.unit import Unit
from daft_lint.rule import Case, Problem, rule
from daft_lint.scheduling.prediction.listings import of_few_files
from daft_lint.scheduling.prediction.predict import WorkPrediction
from daft_lint.scheduling.simulation.stations import DEFAULT_MORSEL_ROWS


@rule("DFT103", "unset-batch-size", needs_work=True, since="0.1.0")
def unset_batch_size(case: Case) -> Iterator[Problem]:
    """An actor pool without batch_size: each task is one morsel (batch), and goes to one actor.

    ## What it does

    Looks at UDFs with an actor pool and no `batch_size`. Row-wise methods never have one. It fires
    if a worker has fewer tasks than actors, so some actors get nothing. A listing by
    `from_glob_path` is assumed to have fewer than 131,072 files. If the program sets
    `default_morsel_size` itself, the rule stays silent.

    ## Why it is bad

    Without a `batch_size`, a morsel (the batch of rows that Daft's engine hands to an actor at a
    time) is whatever arrives together, up to 131,072 rows: from a source, the whole task. It goes
    to one actor. A pool of four then needs four tasks on its worker at the same time, or three
    idle.

    Measured on Daft 0.7.26 with one worker, four actors and 1,600 rows in one partition: one actor
    got all rows, three got none, and the utilisation was 25%. With `batch_size=100` all four
    worked, at 100%.

    ## Example

    ```python
    @daft.cls(max_concurrency=4)
    class Tag:
        def __call__(self, title: str) -> str: ...

    df = daft.from_pydict({"title": titles})
    df = df.with_column("tag", Tag()(col("title")))
    ```

    ## Use instead

    A row-wise method gets more tasks:

    ```python
    df = daft.from_pydict({"title": titles}).into_partitions(16)
    df = df.with_column("tag", Tag()(col("title")))
    ```

    A batch method gets a batch size:

    ```python
    @daft.method.batch(return_dtype=DataType.string(), batch_size=64)
    ```

    ## Fix safety

    More tasks or smaller batches keep the rows, but a UDF may depend on the size of its batches, so
    the fix is unsafe.

    ## References

    - [How Daft schedules](../how-daft-schedules.md)
    - `default_morsel_size` in Daft's execution config
    """
    for judged in pools_on_any_runner(case):
        known = judged.pool
        if known.call.udf.batch_size is not None or not may_reach_workers(known):
            continue
        pool = of_few_files(known, [step.operator for step in case.prediction.flow.steps])
        if pool.idle.low >= 1:
            yield Problem(
                span=pool.call.span,
                message=_message(pool),
                remedy=remedy(case, pool, _otherwise(pool)),
                rests_on=rests_on(pool),
                on_ray=judged.on_ray,
                effect=effect_of(pool, case.pipeline.cluster),
                at_most=surest(case, pool, judged.at_most),
                assumptions=assumptions(case, pool),
                call=pool.call,
                related=places(pool),
            )


def _message(pool: WorkPrediction) -> str:
    reason = "without a batch_size,"
    if not pool.call.udf.takes_batch_size:
        reason = "a row-wise UDF has no batch_size:"
    if pool.batch_size.high < DEFAULT_MORSEL_ROWS:
        rows = counted(pool.batch_size, "row")
        morsels = f"morsels (batches) stay as the step before it cut them, {rows} each"
    elif pool.morsels_per_task.high <= 1:
        morsels = f"each task is 1 morsel (batch) and goes to one {pool.unit.value}"
    else:
        most = counted(pool.morsels_per_task, "morsel")
        morsels = f"each task makes {most} of up to {DEFAULT_MORSEL_ROWS:,} rows"
    return f"{reason} {morsels}, so {idle_actors(pool)}"


def _otherwise(pool: WorkPrediction) -> str:
    if pool.takes_batch_size:
        where = "process" if pool.unit is Unit.PROCESS else "actor on its worker"
        return (
            "set a batch_size that cuts each task into at least one morsel (batch) for every "
            f"{where}"
        )
    if pool.unit is Unit.PROCESS:
        return "cut the rows with .into_batches(n), into at least as many batches as processes"
    return "spread the rows with .repartition(n), with n at least the number of actors in the pool"
