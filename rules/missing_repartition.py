"""DFT101: fewer tasks than workers reach an actor pool."""

from __future__ import annotations

from collections.abc import Iterator

from daft_lint.pools import (
    assumptions,
    counted,
    decided_by_into_batches,
    effect_of,
    idle_actors,
    misses_workers,
    on_some_cluster,
    only_tasks,
    places,
    pools_on_ray,
    remedy,
    rests_on,
    surest,
)
from daft_lint.rule import Case, Problem, rule
from daft_lint.scheduling.prediction import PoolPrediction

_SPLIT = "spread the rows with .repartition(n) while they are light, n a multiple of the workers"


@rule("DFT101", "missing-repartition")
def missing_repartition(case: Case) -> Iterator[Problem]:
    """Fewer tasks than workers reach an actor pool, so the actors of the other workers idle.

    ## What it does

    Counts the tasks that reach each UDF with an actor pool, and compares them with the workers that
    hold its actors. It fires when some workers get no task at all: the data is one in-memory
    partition, a listing by `from_glob_path`, the few rows that a `limit` takes from the first
    partitions, or was repartitioned into too few pieces.

    ## Why it is bad

    One partition becomes one task, and a task stays on one worker. Its morsels go only to the
    actors of that worker. The others start, hold their CPUs and GPUs, and never get a row. Nothing
    fails and nothing warns.

    Measured on Daft 0.7.26 with two workers, four actors and 1,600 rows in one partition: two
    actors got 768 and 832 rows, two got none, and 47 % of the actor time was used. With
    `.into_partitions(2)` all four worked, at 94 %.

    ## Example

    ```python
    # Four actors on two workers. The listing is one partition, however many files there are.
    df = daft.from_glob_path("s3://bucket/images/*.jpg")
    df = df.with_column("embedding", Embed()(col("path")))
    ```

    ## Use instead

    ```python
    df = daft.from_glob_path("s3://bucket/images/*.jpg").into_partitions(16)
    df = df.with_column("embedding", Embed()(col("path")))
    ```

    Split while the rows are light: paths and ids, before they are downloaded or decoded. A multiple
    of the number of workers keeps them equally busy.

    ## Fix safety

    Splitting keeps the rows and, with `into_partitions`, their order. It changes how many files a
    later write makes, so it is left to you.

    On Daft 0.7.26 `into_partitions` hangs on Ray beside a `limit`, `head` or `show` with no
    `collect()` between (issue 7400). Use `repartition` there.

    ## References

    - [How Daft schedules](../how-daft-schedules.md)
    - "Tuning Daft's Distributed UDFs: Lessons from ByteDance", scenario 2
    """
    for known in pools_on_ray(case):
        pool = on_some_cluster(case, known)
        if misses_workers(pool) and not decided_by_into_batches(pool):
            yield Problem(
                span=pool.call.span,
                message=_message(pool, assumed=known.workers is None),
                remedy=remedy(case, pool, _SPLIT),
                rests_on=rests_on(pool),
                effect=effect_of(pool, case.pipeline.cluster),
                at_most=surest(case, pool),
                assumptions=assumptions(case, pool),
                call=pool.call,
                related=places(pool),
            )


def _message(pool: PoolPrediction, *, assumed: bool) -> str:
    tasks, idle = only_tasks(pool), idle_actors(pool)
    if assumed or pool.workers is None:
        where = "on two or more, each with an actor"
        return f"{tasks}, whatever the number of workers: {where}, {idle}"
    return f"{tasks} for {counted(pool.workers, 'worker')}: {idle}"
