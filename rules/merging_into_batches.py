"""DFT104: into_batches leaves fewer tasks than workers."""

from __future__ import annotations

from collections.abc import Iterator

from daft_lint.findings import Related
from daft_lint.judging.pools import (
    all_but,
    assumptions,
    count_in_code,
    counted,
    decided_by_into_batches,
    each_cause,
    effect_of,
    idle_actors,
    misses_workers,
    on_some_cluster,
    only_tasks,
    places,
    remedy,
    rests_on,
    shares_tasks,
    surest,
    work_on_ray,
)
from daft_lint.plan.pipeline import Operator, OperatorKind
from daft_lint.plan.unit import Unit
from daft_lint.rule import Case, Problem, rule
from daft_lint.scheduling.prediction.predict import WorkPrediction


@rule("DFT104", "merging-into-batches", needs_work=True, since="0.1.0")
def merging_into_batches(case: Case) -> Iterator[Problem]:
    """into_batches(n) merges the rows into fewer tasks than there are workers.

    ## What it does

    Follows the partitions through `into_batches(n)`. It fires when the tasks that come out are
    fewer than the workers that hold the actors of the next pool.

    ## Why it is bad

    `into_batches` doesn't only cut. It joins small partitions until a task holds 80% of `n` rows,
    and so takes away tasks that the workers needed.

    Measured on Daft 0.7.26 with two workers: 16 partitions of 20 rows became two tasks of 160 rows
    with `into_batches(200)`, and with `batch_size=200` two of four actors idled.

    ## Example

    ```python
    # Eight workers, 16 partitions of 2,000 rows: two tasks are left.
    df = df.into_batches(20_000).with_column("tag", tag(col("title")))
    ```

    ## Use instead

    ```python
    df = df.into_batches(2_000).with_column("tag", tag(col("title")))
    ```

    ## Fix safety

    A smaller number changes batch boundaries and memory, so the fix is unsafe.

    ## References

    - [How Daft schedules](../how-daft-schedules.md)
    - `into_batches.rs` in Daft 0.7.26, which holds the 80% rule
    """
    some = {known.call: known for known in work_on_ray(case) if decided_by_into_batches(known)}
    works = (on_some_cluster(case, known) for known in some.values())
    for pool, others in each_cause(filter(misses_workers, works)):
        step = next(
            operator
            for operator in pool.around.upstream
            if operator.kind is OperatorKind.INTO_BATCHES
        )
        yield Problem(
            span=step.span,
            message=_message(step, pool, assumed=some[pool.call].workers is None),
            remedy=remedy(case, pool, "use fewer rows per batch"),
            rests_on=rests_on(pool),
            effect=effect_of(pool, case.pipeline.cluster),
            at_most=surest(case, pool),
            assumptions=assumptions(case, pool),
            call=pool.call,
            related=(*_related(case, step, pool), *map(shares_tasks, others)),
        )


def _related(case: Case, step: Operator, pool: WorkPrediction) -> tuple[Related, ...]:
    others = (place for place in places(pool) if place.span != step.span)
    what = "the pool" if pool.unit is Unit.ACTOR else "the work"
    return (Related(pool.call.span, f"{what} that gets these tasks"), *others)


def _message(step: Operator, pool: WorkPrediction, *, assumed: bool) -> str:
    batches = f"into_batches({count_in_code(step)})"
    tasks, idle = only_tasks(pool), idle_actors(pool)
    if assumed or pool.workers is None:
        lead = f"{batches} leaves {tasks}, however many workers there are"
        if pool.unit is Unit.WORKER:
            return f"{lead}: {all_but(pool)}"
        return f"{lead}: if two or more have actors, {idle}"
    return f"{batches} leaves {tasks} for {counted(pool.workers, 'worker')}: {idle}"
