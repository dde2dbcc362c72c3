"""DFT202: a repartition that does nothing."""

from __future__ import annotations

from collections.abc import Iterator

from daft_lint.findings import Related
from daft_lint.plan.pipeline import OperatorKind
from daft_lint.rule import Case, Problem, rule
from daft_lint.scheduling.flow import Step
from daft_lint.scheduling.moves import REPARTITIONS


@rule("DFT202", "redundant-repartition")
def redundant_repartition(case: Case) -> Iterator[Problem]:
    """A repartition that Daft drops, or that makes what is already there.

    ## What it does

    Fires when another repartition follows directly, since only the last of them runs, and when
    `into_partitions(n)` meets exactly `n` partitions, or any repartition to one meets a single one.

    A `repartition` to the same count of several isn't reported: it evens out partitions of unequal
    size. Nor is one before a `groupby`, `sort` or `distinct`: it decides how many partitions these
    make.

    ## Why it is bad

    The code says that the rows are spread in a way they aren't. When it does run, it moves all of
    them for nothing.

    ## Example

    ```python
    df = daft.from_glob_path(pattern).repartition(64).into_partitions(24)
    ```

    ## Use instead

    ```python
    df = daft.from_glob_path(pattern).into_partitions(24)
    ```

    ## Fix safety

    Daft doesn't run the step that is reported, or it changes nothing: removing it is safe.

    ## References

    - `drop_repartition.rs` in Daft 0.7.26, and `df.explain(show_all=True)`
    """
    for dropped in case.prediction.optimised.dropped:
        if dropped.operator.kind in REPARTITIONS and dropped.by is not None:
            yield Problem(
                span=dropped.operator.span,
                message=f"`{dropped.by.method}` follows directly, and of repartitions in a row "
                "only the last one runs",
                remedy=f"remove this `{dropped.operator.method}`",
                on_ray=False,
                related=(Related(dropped.by.span, "this one runs"),),
            )
    for step in case.prediction.flow.steps:
        if case.may_run_on_ray and not step.operator.maybe and _makes_what_is_there(step):
            count = step.before.count
            there = "one partition is" if count.low == 1 else f"{count} partitions are"
            yield Problem(
                span=step.operator.span,
                message=f"{there} already there: this `{step.operator.method}` changes nothing",
                remedy=f"remove this `{step.operator.method}`",
                rests_on=(count, step.after.count),
            )


def _makes_what_is_there(step: Step) -> bool:
    wanted = step.operator.count
    there = step.before.count
    if step.operator.kind not in REPARTITIONS or wanted is None:
        return False
    if not wanted.known or not there.known or wanted.low != there.low:
        return False
    return step.operator.kind is OperatorKind.INTO_PARTITIONS or there.low == 1
