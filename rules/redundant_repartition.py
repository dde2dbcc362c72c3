"""DFT202: a repartition that does nothing."""

from __future__ import annotations

from collections.abc import Iterator

from daft_lint.findings import Fix, Related, Safety
from daft_lint.judging.pools import counted
from daft_lint.plan.changes import Removal
from daft_lint.plan.pipeline import ActionKind, Operator, OperatorKind
from daft_lint.rule import Case, Problem, assuming_unshared, rule
from daft_lint.scheduling.optimiser.optimiser_rules import REPARTITIONS
from daft_lint.scheduling.partitions.flow import Step

_KEEP_PARTITIONS = frozenset({OperatorKind.PROJECT, OperatorKind.FILTER, OperatorKind.EXPLODE})


@rule("DFT202", "redundant-repartition", needs_work=True, since="0.1.0")
def redundant_repartition(case: Case) -> Iterator[Problem]:
    """A repartition that Daft drops, or that makes partitions that are already there.

    ## What it does

    Fires when another repartition follows directly, since only the last of them runs, and when
    `into_partitions(n)` gets exactly `n` partitions, or a repartition to one partition gets a
    single one.

    These repartitions aren't reported:

    - a `repartition` to the same number of partitions, if that is more than one: it evens out
      partitions of unequal size;
    - one before a `groupby`, `sort` or `distinct`: it decides how many partitions these make;
    - one before a write with no UDF in between: it decides how many files are written;
    - one that another pipeline of the file needs, or known code that calls its function with an
      unknown frame.

    ## Why it is bad

    The code suggests that the rows are spread in a way they aren't. If the step does run, it moves
    all rows for nothing.

    ## Example

    ```python
    df = daft.from_glob_path(pattern).repartition(64).into_partitions(24)
    ```

    ## Use instead

    ```python
    df = daft.from_glob_path(pattern).into_partitions(24)
    ```

    ## Fix safety

    Safe where another repartition follows in the same chain: Daft doesn't run the step, and the
    plan is the same without it. Unsafe otherwise: a frame that is assigned to a variable may be
    used in code that daft-lint doesn't see, and a source may have a different number of partitions
    tomorrow.

    ## References

    - `drop_repartition.rs` in Daft 0.7.26, and `df.explain(show_all=True)`
    """
    yield from case.everywhere(_redundant)


def _redundant(case: Case) -> Iterator[Problem]:
    if not case.may_run_on_ray:
        return
    for dropped in case.prediction.optimised.dropped:
        if dropped.operator.kind in REPARTITIONS and dropped.by is not None:
            method, last = dropped.operator.method, dropped.by
            assumptions = assuming_unshared(dropped.operator, last)
            line = last.span.line_from(dropped.operator.span)
            yield Problem(
                span=dropped.operator.span,
                message=f"`{last.method}` on {line} overrides this `{method}`: of several "
                "repartitions in a row, only the last one runs",
                remedy=_without(dropped.operator, Safety.UNSAFE if assumptions else Safety.SAFE),
                on_ray=False,
                assumptions=assumptions,
                related=(Related(last.span, "this one runs"),),
            )
    for step in case.prediction.flow.steps:
        if _makes_what_is_there(step) and not _names_the_files(case, step):
            yield Problem(
                span=step.operator.span,
                message=f"the rows are in {counted(step.before.count, 'partition')} already: "
                f"this `{step.operator.method}` changes nothing",
                remedy=_without(step.operator, Safety.UNSAFE),
                rests_on=(step.before.count, step.after.count),
                related=(_maker(case, step),),
            )


def _without(step: Operator, safety: Safety) -> Fix:
    return Fix(f"remove this `{step.method}`", safety, changes=(Removal(step),))


def _makes_what_is_there(step: Step) -> bool:
    wanted, there = step.operator.count, step.before.count
    if step.operator.kind not in REPARTITIONS or step.operator.maybe or wanted is None:
        return False
    if not wanted.known or not there.known or wanted.low != there.low:
        return False
    return step.operator.kind is OperatorKind.INTO_PARTITIONS or there.low == 1


def _names_the_files(case: Case, step: Step) -> bool:
    """Whether it says how many files a write is to make, whatever the source has today."""
    action = case.pipeline.action
    written = action is not None and action.kind is ActionKind.WRITE
    return written and all(
        behind.kind in _KEEP_PARTITIONS and not behind.calls for behind in step.behind
    )


def _maker(case: Case, step: Step) -> Related:
    """What made the partitions that are there: the last step that changed their number."""
    made = f"{counted(step.before.count, 'partition')} made here"
    for earlier in reversed(case.prediction.flow.steps):
        changes = earlier.before.count.low != earlier.after.count.low
        if earlier.plan is step.plan and earlier.place < step.place and changes:
            return Related(earlier.operator.span, made)
    return Related(step.plan.source.span, made)
