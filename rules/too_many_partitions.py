"""DFT204: tasks so small that handling them takes longer than their work."""

from __future__ import annotations

from collections.abc import Iterator

from daft_lint.judging.pools import (
    decided_by_into_batches,
    each_task_maker_once,
    meets_a_limit,
    places,
    pools_on_ray,
)
from daft_lint.rule import Case, Problem, rule
from daft_lint.rule_parts.overhead_problems import handling_problem
from daft_lint.scheduling.prediction.predict import WorkPrediction
from daft_lint.scheduling.tuning.overheads import Handling, costly_handling
from daft_lint.scheduling.tuning.terms import Tunable
from daft_lint.words import duration


@rule("DFT204", "too-many-partitions", needs_work=True, since="0.1.0")
def too_many_partitions(case: Case) -> Iterator[Problem]:
    """Tasks so small that the driver takes longer to hand them out than the actors to process.

    ## What it does

    Counts the tasks that reach an actor pool, and what they cost the driver. It fires when that
    alone costs a quarter of the actor time or more, and a smaller number of partitions saves at
    least ten seconds, both for rows that take 10 ms. The finding assumes an upper limit for the
    time of a row, and states it.

    It is only `possible` if rows may take longer than that: if tasks have enough rows for whole
    batches, and files, images or GPUs are involved.

    ## Why it is bad

    Each task is planned, submitted and waited for by one driver, one after another. Actors that are
    done wait for the next task. And a task with fewer rows than `batch_size` never fills a batch.

    Measured on Daft 0.7.26 with four actors on two workers and 4,000 rows of 2 ms: 2,000 tasks took
    26 s at a utilisation of 9%, 200 tasks 3.3 s, and 40 tasks 2.2 s at 93%.

    The most partitions that make sense are `rows / (batch_size x concurrency / workers)`, so that
    each task fills a batch for every actor of its worker.

    ## Example

    ```python
    # daft-lint: workers=4
    df = daft.range(200_000).into_partitions(20_000)
    df = df.with_column("vector", Embed()(col("id")))
    ```

    ## Use instead

    ```python
    # daft-lint: workers=4
    df = daft.range(200_000).into_partitions(128)
    df = df.with_column("vector", Embed()(col("id")))
    ```

    ## Fix safety

    Fewer partitions keep the rows. Each task then holds more of them at once, so the fix is unsafe.

    ## References

    - [How Daft schedules](../how-daft-schedules.md)
    - The skill `daft-distributed-scaling`: maximum partitions = rows / minimum rows a partition
    """
    for pool in each_task_maker_once(pools_on_ray(case)):
        if decided_by_into_batches(pool) or meets_a_limit(case, pool):
            continue
        handling = costly_handling(pool, Tunable.PARTITIONS)
        if handling is not None:
            yield handling_problem(
                case,
                pool,
                handling,
                span=pool.call.span,
                message=_message(pool, handling),
                related=places(pool),
            )


def _message(pool: WorkPrediction, handling: Handling) -> str:
    rows = "1 row" if handling.largest_task == 1 else f"at most {handling.largest_task:,} rows"
    return (
        f"{handling.tasks:,} tasks of {rows} take the driver longer to hand out than the "
        f"{pool.actors} actors of `{pool.call.udf.name}` take to process: about "
        f"{duration(round(handling.seconds))} longer than with fewer tasks, if a row takes 10 ms"
    )
