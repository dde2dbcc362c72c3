"""DFT108: a repartition by key that only spreads load, unevenly."""

from __future__ import annotations

from collections.abc import Iterator

from daft_lint.findings import Confidence, Related
from daft_lint.judging.pools import (
    advised,
    assumptions,
    best_advice,
    counted,
    each_task_maker_once,
    effect_of,
    evened_out,
    places,
    rests_on,
    surest,
    work_on_ray,
)
from daft_lint.plan.pipeline import ActionKind, Operator, OperatorKind
from daft_lint.plan.quantity import exactly
from daft_lint.plan.unit import Unit
from daft_lint.records import replace
from daft_lint.rule import Case, Problem, rule
from daft_lint.scheduling.prediction.predict import WorkPrediction
from daft_lint.words import percent

# The share of the actor time that must be lost as the keys usually fall.
_LOSS = 0.15
# Steps that may be cheaper, or only right, with the rows of a key in one partition.
_BY_KEY = frozenset(
    {
        OperatorKind.AGGREGATE,
        OperatorKind.DISTINCT,
        OperatorKind.HASH_REPARTITION,
        OperatorKind.JOIN,
        OperatorKind.OPAQUE,
        OperatorKind.SORT,
        OperatorKind.WINDOW,
    }
)
# Writes whose files may be laid out by key.
_LAID_OUT = frozenset(
    {"write_csv", "write_deltalake", "write_iceberg", "write_json", "write_parquet"}
)
_NO_KEY = "nothing needs the rows of a key in one partition"


@rule("DFT108", "skewed-hash-repartition", needs_work=True, since="0.1.0")
def skewed_hash_repartition(case: Case) -> Iterator[Problem]:
    """A repartition by key in front of an actor pool: hash partitions of few rows are uneven.

    ## What it does

    Assumes many different keys, which is the best case, and simulates the pipeline many times with
    random partition sizes. It fires if the median run loses at least 15% of the actor time,
    `into_partitions` with the same count recovers at least half of it, and the luckiest run is
    clearly worse too. The message gives the loss of the luckiest and of the unluckiest run: a
    program that always has the same keys is somewhere in between, and always at the same place.

    With many rows in each partition nothing is lost, and the rule stays silent. It also stays
    silent if a `groupby`, `join`, `sort`, `distinct` or another hash repartition follows, which may
    need the partitions. Before a write that can lay out its files by key, the finding is at most
    `possible`.

    ## Why it is bad

    Each row goes where the hash of its key says. With 64 rows in eight partitions, that is eight
    per partition only on average, and the actors of all workers wait for those with the fullest
    partition.

    Measured on Daft 0.7.26: 64 different keys in eight partitions made 3 to 11 rows per partition,
    and 10,000 of them 1,203 to 1,355. 64 rows of 100 ms in four partitions took four actors 1.9 s,
    and 1.6 s with `into_partitions`. Few keys are worse: 1,000 rows with eight keys left three of
    eight partitions empty, and three others had twice their share. Code shows few keys where they
    are remainders (`col("id") % 5`) or a list. Then [DFT101](missing-repartition.md) counts them.

    ## Example

    ```python
    # daft-lint: workers=8, rows=64, partitions=1
    videos = daft.from_glob_path("s3://talks/*.mp4").repartition(8, "path")
    videos = videos.with_column("summary", Summarise()(col("path")))
    ```

    ## Use instead

    ```python
    # daft-lint: workers=8, rows=64, partitions=1
    videos = daft.from_glob_path("s3://talks/*.mp4").into_partitions(8)
    videos = videos.with_column("summary", Summarise()(col("path")))
    ```

    `repartition(8)` without a key is a random shuffle, and no more even.

    ## Fix safety

    The rows stay the same, but rows with the same key are no longer in one partition, so the fix is
    unsafe.

    ## References

    - [How Daft schedules](../how-daft-schedules.md)
    """
    for pool in each_task_maker_once(work_on_ray(case)):
        step = next((operator for operator in pool.around.upstream if _is_by_key(operator)), None)
        if step is None or _has_use_for_keys(case, step):
            continue
        middle = (pool.utilisation.low + pool.utilisation.high) / 2
        usual = replace(pool, utilisation=exactly(middle))
        advice = best_advice(case, pool) if evened_out(case, usual, _LOSS) else None
        if advice is not None and advice.replaces is step:
            yield Problem(
                span=step.span,
                message=_message(step, pool),
                remedy=advised(advice),
                rests_on=rests_on(pool),
                effect=effect_of(pool, case.pipeline.cluster),
                at_most=min(surest(case, pool), _as_sure_as(case)),
                assumptions=(*assumptions(case, pool), _NO_KEY),
                call=pool.call,
                related=_related(case, step, pool),
            )


def _related(case: Case, step: Operator, pool: WorkPrediction) -> tuple[Related, ...]:
    others = (place for place in places(pool) if place.span != step.span)
    return (Related(pool.call.span, "the pool that gets these rows"), *others)


def _is_by_key(step: Operator) -> bool:
    return step.kind is OperatorKind.HASH_REPARTITION and not step.maybe


def _has_use_for_keys(case: Case, step: Operator) -> bool:
    """Whether something in any pipeline that takes this step may want the partitions."""
    for other in case.with_others_at(step.span):
        steps = tuple(other.written_steps)
        places = [place for place, operator in enumerate(steps) if operator.span == step.span]
        if places and any(operator.kind in _BY_KEY for operator in steps[places[0] + 1 :]):
            return True
    return False


def _as_sure_as(case: Case) -> Confidence:
    action = case.pipeline.action
    written = action is not None and action.kind is ActionKind.WRITE
    laid_out = written and action is not None and action.method in _LAID_OUT
    return Confidence.POSSIBLE if laid_out else Confidence.LIKELY


def _message(step: Operator, pool: WorkPrediction) -> str:
    sizes, used = pool.partitioning.sizes or (0,), pool.utilisation
    who = "" if pool.unit is Unit.WORKER else f" of `{pool.call.udf.name}`"
    return (
        f"`{step.method}` by key makes {counted(pool.partitioning.count, 'partition')} of about "
        f"{min(sizes):,} to {max(sizes):,} rows, even if all keys differ. Depending on who gets "
        f"which, the {pool.actors} {pool.unit.plural}{who} lose "
        f"{percent(1 - used.high, 1 - used.low)} of their time"
    )
