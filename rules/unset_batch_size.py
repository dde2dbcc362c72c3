"""DFT103: without a batch_size, a task is one morsel."""

from __future__ import annotations

from collections.abc import Iterator

from daft_lint.pools import (
    effect_of,
    may_reach_workers,
    places,
    pools_on_ray,
    remedy,
    rests_on,
    surest,
)
from daft_lint.rule import Case, Problem, rule
from daft_lint.scheduling.prediction import PoolPrediction


@rule("DFT103", "unset-batch-size")
def unset_batch_size(case: Case) -> Iterator[Problem]:
    """An actor pool without batch_size: each task is one morsel, for one actor.

    ## What it does

    Looks at UDFs with an actor pool and no `batch_size`. Row-wise methods never have one. It fires
    when the tasks on a worker are fewer than its actors, so that some get nothing.

    ## Why it is bad

    Without a `batch_size` a morsel holds up to 131,072 rows, in practice the whole task. It goes to
    one actor. A pool of four then needs four tasks on its worker at the same time, or three idle.

    Measured on Daft 0.7.26 with one worker, four actors and 1,600 rows in one partition: one actor
    got all rows, three got none, and a quarter of the actor time was used. With `batch_size=100`
    all four worked, at 1.00.

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
    the change is left to you.

    ## References

    - [How Daft schedules](../how-daft-schedules.md)
    - `default_morsel_size` in Daft's execution config
    """
    for pool in pools_on_ray(case):
        if pool.call.udf.batch_size is None and may_reach_workers(pool) and pool.idle.low >= 1:
            yield Problem(
                span=pool.call.span,
                message=_message(pool),
                remedy=remedy(pool, _otherwise(pool)),
                rests_on=rests_on(pool),
                effect=effect_of(pool),
                at_most=surest(pool),
                related=places(case, pool),
            )


def _message(pool: PoolPrediction) -> str:
    name = pool.call.udf.name
    return (
        f"`{name}` has no batch_size, so each task is one morsel for one actor: "
        f"{pool.idle} of its {pool.actors} actors get no row"
    )


def _otherwise(pool: PoolPrediction) -> str:
    if pool.call.udf.takes_batch_size:
        return "set a batch_size that cuts each task into a morsel for every actor on its worker"
    return "split the rows with .into_partitions(n), n at least the actors of the pool"
