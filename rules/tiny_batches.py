"""DFT205: batches so small that handling them costs more than their work."""

from __future__ import annotations

from collections.abc import Iterator

from daft_lint.findings import Related
from daft_lint.judging.pools import (
    as_option,
    counted,
    decided_by_into_batches,
    places,
    pools_on_ray,
)
from daft_lint.rule import Case, Problem, rule
from daft_lint.rule_parts.overhead_problems import handling_problem
from daft_lint.scheduling.prediction.predict import WorkPrediction
from daft_lint.scheduling.tuning.overheads import Handling, costly_handling
from daft_lint.scheduling.tuning.terms import Tunable
from daft_lint.words import duration


@rule("DFT205", "tiny-batches", needs_work=True, since="0.1.0")
def tiny_batches(case: Case) -> Iterator[Problem]:
    """batch_size or into_batches so small that handing batches out costs more than their work.

    ## What it does

    Counts the morsels that a `batch_size` makes, or the tasks that `into_batches` makes, and what
    handling them costs. It fires when that alone costs a quarter of the actor time or more, and a
    larger number saves at least ten seconds and still fills all actors, both for rows that take 10
    ms. The finding assumes an upper limit for the time of a row, and states it.

    `batch_size=1` is right if a row takes long, such as a prompt, a video or a page. So the finding
    is only `possible`, unless the code shows that rows are light, or `into_batches` is smaller than
    the `batch_size` that it feeds.

    ## Why it is bad

    A morsel (batch) is sent to its actor and back, and a worker sends one after another: about 400
    per second for all of its actors. `into_batches` costs more: each batch is a task of its own,
    which the driver plans, submits and waits for.

    Measured on Daft 0.7.26 with four actors on two workers and 2,000 rows of 1 ms: `batch_size=1`
    took 5.0 s at a utilisation of 20%, `batch_size=5` 0.8 s, and `batch_size=100` 0.5 s at 94%.
    `into_batches(2)` took 13.9 s, and `into_batches(100)` 0.6 s.

    ## Example

    ```python
    # daft-lint: workers=4
    df = daft.range(100_000).into_batches(4)
    df = df.with_column("vector", Embed()(col("id")))
    ```

    ## Use instead

    ```python
    # daft-lint: workers=4
    df = daft.range(100_000).into_batches(256)
    df = df.with_column("vector", Embed()(col("id")))
    ```

    ## Fix safety

    A UDF may depend on the size of its batches, and larger ones take more memory, so the fix is
    unsafe.

    ## References

    - [How Daft schedules](../how-daft-schedules.md)
    """
    for pool in pools_on_ray(case):
        handling = _handling(pool)
        if handling is not None:
            yield handling_problem(
                case,
                pool,
                handling,
                span=pool.call.span if handling.replaces is None else handling.replaces.span,
                message=_message(pool, handling),
                related=_related(case, pool, handling),
            )


def _related(case: Case, pool: WorkPrediction, handling: Handling) -> tuple[Related, ...]:
    found = places(pool)
    if handling.replaces is None:
        return found
    others = (place for place in found if place.span != handling.replaces.span)
    return (Related(pool.call.span, "the pool that gets these tasks"), *others)


def _handling(pool: WorkPrediction) -> Handling | None:
    """Of tasks that are tiny themselves, their number is the root cause."""
    if decided_by_into_batches(pool):
        return costly_handling(pool, Tunable.INTO_BATCHES)
    if costly_handling(pool, Tunable.PARTITIONS) is not None:
        return None
    return costly_handling(pool, Tunable.BATCH_SIZE)


def _message(pool: WorkPrediction, handling: Handling) -> str:
    longer = f"about {duration(round(handling.seconds))} longer"
    saved = f"{longer} than with larger batches, if a row takes 10 ms"
    name = f"the {counted(pool.actors, 'actor')} of `{pool.call.udf.name}`"
    if handling.tunable is Tunable.INTO_BATCHES:
        return (
            f"into_batches({handling.before or 1:_}) makes {handling.tasks:,} tasks, and the "
            f"driver takes longer to hand them out than {name} take to process them: {saved}"
        )
    size = as_option("batch_size", pool.batch_size)
    return f"{size} makes {handling.morsels:,} calls of {name}: {saved}"
