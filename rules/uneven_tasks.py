"""DFT105: tasks or actors that don't divide evenly by the workers."""

from __future__ import annotations

from collections.abc import Iterator

from daft_lint.findings import Fix
from daft_lint.judging.pools import (
    advised,
    assumptions,
    counted,
    each_task_maker_once,
    effect_of,
    evened_out,
    may_reach_workers,
    meets_a_limit,
    places,
    rests_on,
    share_lost,
    surest,
    time_lost,
    work_on_ray,
)
from daft_lint.plan.changes import Retuning
from daft_lint.plan.pipeline import OperatorKind
from daft_lint.plan.quantity import exactly
from daft_lint.records import dataclass
from daft_lint.rule import Case, Problem, rule
from daft_lint.scheduling.partitions.sizes import filled_kinds
from daft_lint.scheduling.prediction.outcome import ERROR
from daft_lint.scheduling.prediction.predict import WorkPrediction
from daft_lint.scheduling.tuning.remedies import OF_TASKS, UNEVEN_LOSS, better_numbers, even_actors
from daft_lint.words import percent

_BY_CHANCE = frozenset({OperatorKind.RANDOM_REPARTITION})


@rule("DFT105", "uneven-tasks", needs_work=True, since="0.1.0")
def uneven_tasks(case: Case) -> Iterator[Problem]:
    """Some workers get more tasks or actors than others, which then wait for them.

    ## What it does

    Simulates the pipeline. It fires if every worker gets a task and every actor gets rows, at least
    15% of the actor time is lost anyway, and tasks that divide evenly recover at least half of it.
    If the tasks are even and the actors aren't, it names the concurrency that is just as fast with
    fewer actors.

    Unequal rows after a `repartition` without a key count too. A hash repartition has its own rule,
    DFT108.

    ## Why it is bad

    A task goes to the actors of one worker. With three tasks for two workers, one worker is done
    halfway, and you pay for its actors until the other worker has done its second task.

    Measured on Daft 0.7.26 with two workers, four actors and 1,200 rows of 10 ms: three partitions
    took 4.1 s at a utilisation of 73%, four took 3.1 s at 98%. With three actors, four partitions
    and rows of 5 ms it was 3.1 s at 65%, and two actors took no longer, at 95%.

    ## Example

    ```python
    # Four actors on two workers, 3,000 rows.
    df = daft.range(3_000).into_partitions(3)
    df = df.with_column("vector", Embed()(col("id")))
    ```

    ## Use instead

    ```python
    df = daft.range(3_000).into_partitions(4)
    df = df.with_column("vector", Embed()(col("id")))
    ```

    Many small tasks even out by themselves: with 20 or more for each worker, little is lost.
    Unequal actors even out too, once there are many more tasks than CPUs: a waiting task goes to
    the worker that is done first. Measured with 12 actors on 8 workers of 16 CPUs: 128 tasks, which
    all start at once, at a utilisation of 64%, 400 at 86% and 1,000 at 94%.

    ## Fix safety

    A different number of partitions keeps the rows. It changes how many files a later write makes,
    so the fix is unsafe. The number of actors is left to you.

    ## References

    - [How Daft schedules](../how-daft-schedules.md)
    """
    pools = tuple(work_on_ray(case))
    first = tuple(each_task_maker_once(pools))
    for pool in pools:
        found = _by_actors(case, pool) if _share_tasks_evenly(pool) else None
        if found is None and pool in first:
            found = _by_tasks(case, pool)
        found = found or _by_actors(case, pool)
        if found is not None:
            yield Problem(
                span=pool.call.span,
                message=found.message,
                remedy=found.remedy,
                rests_on=rests_on(pool),
                effect=effect_of(pool, case.pipeline.cluster),
                at_most=surest(case, pool),
                assumptions=assumptions(case, pool),
                call=pool.call,
                related=places(pool),
            )


@dataclass(frozen=True, slots=True)
class _Uneven:
    message: str
    remedy: Fix


def _share_tasks_evenly(pool: WorkPrediction) -> bool:
    """Whether each worker gets as many tasks, and none hardly more rows: they aren't to blame."""
    workers, tasks, sizes = pool.workers, pool.tasks, filled_kinds(pool.partitioning.sizes)
    if workers is None or not (workers.known and tasks.known and sizes):
        return False
    alike = max(sizes) <= (1 + ERROR) * min(sizes)
    return alike and not tasks.count % workers.count


def _by_tasks(case: Case, pool: WorkPrediction) -> _Uneven | None:
    if any(step.kind is OperatorKind.HASH_REPARTITION for step in pool.around.upstream):
        return None
    advice = evened_out(case, pool, UNEVEN_LOSS)
    if advice is None:
        return None
    return _Uneven(f"{_tasks(pool)}: {time_lost(pool)}", advised(advice))


def _tasks(pool: WorkPrediction) -> str:
    workers, tasks = pool.workers, pool.tasks
    sizes = filled_kinds(pool.partitioning.sizes)
    if workers is not None and workers.known and tasks.known and tasks.count % workers.count:
        fewest = tasks.count // workers.count
        return (
            f"{counted(tasks, 'task')} for {counted(workers, 'worker')}, so some get {fewest} "
            f"and others {fewest + 1}"
        )
    if min(sizes) == max(sizes):
        return (
            f"{counted(tasks, 'task')} of {min(sizes):,} rows don't divide evenly among "
            f"{pool.actors} {pool.unit.plural}"
        )
    about = (
        "about " if any(operator.kind in _BY_CHANCE for operator in pool.around.upstream) else ""
    )
    return f"the {counted(tasks, 'task')} have {about}{min(sizes):,} to {max(sizes):,} rows"


def _by_actors(case: Case, pool: WorkPrediction) -> _Uneven | None:
    """Workers with an actor more than others get no more tasks for it."""
    workers, actors = pool.workers, pool.actors
    even = even_actors(pool) if may_reach_workers(pool) else None
    if even is None or workers is None:
        return None
    share = actors.count // workers.count
    return _Uneven(
        f"{actors} actors of `{pool.call.udf.name}` on {workers} workers: all workers get the "
        f"same number of rows, but some have {share} and others {share + 1}, and the actors lose "
        f"{share_lost(pool.utilisation)} of their time",
        _more_tasks(case, pool)
        or Fix(
            f"{even.count} actors take just as long, and utilisation "
            f"{percent(pool.utilisation.high)} becomes {percent(even.utilisation)}; "
            f"{even.count + workers.count} are faster, if there is room for them",
            changes=(Retuning(pool.call.udf, concurrency=exactly(even.count)),),
        ),
    )


def _more_tasks(case: Case, pool: WorkPrediction) -> Fix | None:
    """Tasks enough for workers with more actors to take more of them, where that can be asked."""
    if meets_a_limit(case, pool):
        return None
    advice = better_numbers(pool, OF_TASKS)
    return None if advice is None else advised(advice)
