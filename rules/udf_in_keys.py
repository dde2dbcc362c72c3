"""DFT211: a UDF in the keys of a sort, a groupby or the like, or a pool for groups."""

from __future__ import annotations

from collections.abc import Iterator

from daft_lint.findings import Related, Severity
from daft_lint.plan.pipeline import Operator, OperatorKind, UdfCall, Weight
from daft_lint.rule import Case, Problem, rule
from daft_lint.scheduling.optimiser.key_calls import lost_in_groups, lost_in_keys, place_of_keys


@rule("DFT211", "udf-in-keys", needs_work=True, everywhere=True, since="0.1.0")
def udf_in_keys(case: Case) -> Iterator[Problem]:
    """A UDF in the keys of a sort, a groupby or the like runs without its pool, and too often.

    ## What it does

    Fires on UDF calls in the keys of `sort`, `groupby`, `distinct`, `join`, `pivot`, `repartition`
    and windows, and in what is aggregated over a window. It is an `info` if the UDF does a few
    operations on texts and numbers. A UDF without a pool and a `batch_size` in the keys of a
    `repartition`, in the order of a window or in what it aggregates isn't reported.

    It also fires on a UDF with a pool in `map_groups`, or as the aggregate of a `groupby`.

    ## Why it is bad

    Daft computes keys inside the shuffle, without the actors of the pool and in pieces of its own.
    Only those of a `join` go through the pool.
    A model is loaded by each task, and GPUs that the UDF asks for aren't reserved. Most keys are
    computed more than once. Measured on Daft 0.7.26 with a pool of four, `batch_size=10` and 800
    rows in 8 partitions, on Ray and natively (windows and `pivot` with two workers):

    | written | rows on Ray | processes | rows natively | processes |
    | --- | --- | --- | --- | --- |
    | `sort(f(col("id")))` | 1,760 | 1 | 800 | 1 |
    | `groupby(f(col("id")))` | 1,700 | 1 | 1,700 | 1 |
    | `distinct(f(col("id")))` | 5,600 | 1 | 2,400 | 1 |
    | `repartition(4, f(col("id")))` | 800 | 1 | none | none |
    | `Window().partition_by(f(col("id")))` | 2,400 | 2 | 1,600 | 1 |
    | `row_number().over(window.order_by(f(col("id"))))` | 800 | 2 | 800 | 1 |
    | `rank().over(window.order_by(f(col("id"))))` | 1,600 | 2 | 1,600 | 1 |
    | `f(col("id")).sum().over(window)` | 800 | 2 | 800 | 1 |
    | `pivot(f(col("id")), ...)` | 2,800 | 2 | 1,600 | 1 |
    | a join with itself, `left_on` and `right_on` are `f(col("id"))` | 8,800 | 9 | 3,200 | 9 |
    | a column `f(col("id"))`, then any of these by its name | 800 | 4 | 800 | 4 |

    In `map_groups`, each group is one call, outside of the pool, whatever the `batch_size`: of 80
    rows in 8 groups, a pool of two with `batch_size=5` made 8 calls of 10 rows in one process, on
    Ray and natively.

    ## Example

    ```python
    df = df.sort(score(col("text")))
    ```

    ## Use instead

    ```python
    df = df.with_column("score", score(col("text")))
    df = df.sort("score")
    ```

    ## Fix safety

    The column stays in the frame, so the change is left to you. For `map_groups`, only what needs
    no group can be a column.

    ## References

    - [How Daft schedules](../how-daft-schedules.md)
    """
    for step in case.prediction.optimised.plan.operators:
        for call in step.key_calls:
            lost = lost_in_keys(step, call)
            if lost and not call.doubtful:
                part, owner = place_of_keys(step, call)
                remedy = f"make it a column first, and give {owner} the name of that column"
                yield _problem(step, call, f"in {part} {owner} runs {lost}", remedy)
        for call in step.group_calls:
            if call.udf.is_actor_pool and not call.doubtful:
                lost = f"in `{step.method}` runs {lost_in_groups(call)}"
                yield _problem(step, call, lost, "make what needs no group a column first")


def _problem(step: Operator, call: UdfCall, lost: str, remedy: str) -> Problem:
    return Problem(
        span=call.span,
        message=f"`{call.udf.name}` {lost}",
        remedy=remedy,
        severity=Severity.INFO if call.udf.weight is Weight.LIGHT else Severity.WARNING,
        # The native runner doesn't compute the keys of a repartition.
        on_ray=step.kind is OperatorKind.HASH_REPARTITION,
        related=(Related(call.udf.span, f"`{call.udf.name}` is defined here"),),
        call=call,
    )
