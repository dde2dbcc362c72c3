"""DFT201: an into_batches that changes nothing that matters."""

from __future__ import annotations

from collections.abc import Iterator

from daft_lint.findings import Related
from daft_lint.plan.pipeline import Action, ActionKind, OperatorKind
from daft_lint.plan.quantity import Quantity
from daft_lint.rule import Case, Problem, rule
from daft_lint.scheduling.flow import Step

_REMEDY = "remove this into_batches"
_SHUFFLES = frozenset(
    {
        OperatorKind.HASH_REPARTITION,
        OperatorKind.RANDOM_REPARTITION,
        OperatorKind.INTO_PARTITIONS,
    }
)
# Actions whose result doesn't show how the rows were cut.
_BLIND_TO_BATCHES = frozenset({ActionKind.COUNT, ActionKind.TO_DRIVER})


@rule("DFT201", "unnecessary-into-batches")
def unnecessary_into_batches(case: Case) -> Iterator[Problem]:
    """An into_batches that changes nothing that matters, and costs a pass over the rows.

    ## What it does

    Fires on an `into_batches` in four situations:

    - another `into_batches` follows directly: Daft drops the first;
    - a `repartition` or `into_partitions` follows directly: it deals the rows out anew;
    - one worker and one partition, and the pool that follows has a `batch_size` of its own, which
      cuts the rows just so;
    - nothing follows but a result that is pulled to the driver or counted.

    Elsewhere it does something: it splits a partition into tasks for several workers, it cuts the
    tasks of a row-wise UDF, or it decides how many files a write makes.

    ## Why it is bad

    Every task is materialised and submitted anew. With small batches that is thousands of tasks:
    4,000 rows in `into_batches(20)` made 200 tasks and a utilisation of 0.41 (four workers, three
    actors, Daft 0.7.26).

    ## Example

    ```python
    df = df.into_batches(64).repartition(16)
    ```

    ## Use instead

    ```python
    df = df.repartition(16)
    ```

    ## Fix safety

    Where Daft drops the step anyway, removing it changes nothing. Elsewhere the rows stay the same,
    and batch boundaries may move.

    ## References

    - [How Daft schedules](../how-daft-schedules.md)
    - "Tuning Daft's Distributed UDFs: Lessons from ByteDance", caveats with `into_batches`
    """
    for dropped in case.prediction.optimised.dropped:
        if dropped.operator.kind is OperatorKind.INTO_BATCHES and dropped.by is not None:
            yield Problem(
                span=dropped.operator.span,
                message="another into_batches follows directly, and only the last one runs",
                remedy=_REMEDY,
                on_ray=False,
                related=(Related(dropped.by.span, "this one runs"),),
            )
    steps = case.prediction.flow.steps
    for step, following in zip(steps, (*steps[1:], None), strict=True):
        if step.operator.kind is OperatorKind.INTO_BATCHES and not step.operator.maybe:
            yield from _needless(case, step, following)


def _needless(case: Case, step: Step, following: Step | None) -> Iterator[Problem]:
    if following is not None and following.operator.maybe:
        return
    if following is not None and following.operator.kind in _SHUFFLES:
        shuffle = following.operator
        yield Problem(
            span=step.operator.span,
            message=f"`{shuffle.method}` follows directly and deals the rows out anew",
            remedy=_REMEDY,
            related=(Related(shuffle.span, "the rows are dealt out anew here"),),
        )
    elif following is not None and _cut_by_pool(case, step, following):
        yield Problem(
            span=step.operator.span,
            message="on one worker, with one partition, the UDF's own batch_size cuts the rows "
            "just so",
            remedy=_REMEDY,
            rests_on=_one_and_one(case, step),
            related=(Related(following.operator.calls[0].span, "this pool cuts its own batches"),),
        )
    elif following is None and _shows_no_batches(case.pipeline.action):
        action = case.pipeline.action
        yield Problem(
            span=step.operator.span,
            message="nothing follows that works in batches: the result doesn't show how its rows "
            "were cut",
            remedy=_REMEDY,
            related=(Related(action.span, "the result is taken here"),) if action else (),
        )


def _cut_by_pool(case: Case, step: Step, following: Step) -> bool:
    """One task before and the same morsels after: the pool gets what it would have got anyway."""
    calls = following.operator.calls
    workers = case.pipeline.cluster.workers
    cut = step.operator.count
    if len(calls) != 1 or workers is None or cut is None:
        return False
    size = calls[0].udf.batch_size
    return (
        calls[0].udf.is_actor_pool
        and size is not None
        and size.high <= cut.low
        and workers.high <= 1
        and step.before.count.high <= 1
        and not any(one.operator.heavy for one in case.prediction.flow.steps)
    )


def _one_and_one(case: Case, step: Step) -> tuple[Quantity, ...]:
    workers = case.pipeline.cluster.workers
    return (step.before.count, *((workers,) if workers is not None else ()))


def _shows_no_batches(action: Action | None) -> bool:
    return action is not None and action.kind in _BLIND_TO_BATCHES
