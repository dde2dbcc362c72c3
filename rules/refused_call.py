"""DFT313: a call that Daft refuses when it runs."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from daft_lint.daft_api.refusals import BY_NAME, Refused
from daft_lint.findings import Confidence, Related, Severity
from daft_lint.plan.cluster import RunnerKind
from daft_lint.plan.conditions import Conditions
from daft_lint.plan.pipeline import Action, ActionKind, Operator, OperatorKind, Plan, Source
from daft_lint.rule import Case, Problem, assuming_taken, rule
from daft_lint.scheduling.optimiser.optimiser_rules import REPARTITIONS

# Steps whose rows may be there already.
_HAS_ROWS = frozenset({OperatorKind.BARRIER, OperatorKind.OPAQUE})
# What Daft passes on its way from an offset to a limit, with the columns that it computes left out.
_BETWEEN = frozenset({OperatorKind.PROJECT, OperatorKind.OPAQUE})
# Measured on Daft 0.7.26: into_batches, filters, UDFs and explode pass.
_NOT_BEHIND_CHECKPOINTS = REPARTITIONS | {
    OperatorKind.LIMIT,
    OperatorKind.SAMPLE,
    OperatorKind.SORT,
    OperatorKind.AGGREGATE,
    OperatorKind.DISTINCT,
    OperatorKind.JOIN,
    OperatorKind.CONCAT,
}


@rule("DFT313", "refused-call", needs_work=True, since="0.1.0")
def refused_call(case: Case) -> Iterator[Problem]:
    """A call that Daft refuses, often only when the pipeline runs.

    ## What it does

    Fires on calls that raise with the arguments, the runner or the steps around them that they
    have. The message quotes what Daft says. Each was run on Daft 0.6.4, 0.7.0, 0.7.6, 0.7.16 and
    0.7.26:

    | call | on | since |
    | --- | --- | --- |
    | `sample(size=...)` | Ray | 0.7.0 |
    | `offset(n)` without a `limit` or `show` right beside it | both runners | 0.6.4 |
    | an aggregate in `with_column`, `with_columns`, `where` or `sort` | both | 0.6.4 |
    | a window in `where`, `sort`, `groupby` or `distinct` | both | 0.6.4 |
    | keys of one name, such as `col("a") % 2` and `col("a")`, in `groupby` | both | 0.6.4 |
    | the same in a `sort` without a `limit` | Ray | 0.6.4 |
    | a window without `partition_by` and `order_by` | both | 0.6.4 |
    | an aggregate, `lag` or `lead` over a window without `partition_by` | both | 0.6.4 |
    | `rank`, `row_number`, `lag` or `lead` without `over` or `order_by` | both | 0.6.4 |
    | a `daft.udaf` in `with_column` or `where`, or over a window | both | 0.7.16 |
    | an aggregate and a UDF in one expression, as in `agg` or `select` | both | 0.7.6 |
    | `map_groups` with a row-wise UDF | both | 0.7.6 |
    | several batch UDFs as aggregates behind one `groupby` | both | 0.7.6 |
    | a generator in a filter, in keys, in `map_groups` or in an aggregate | both | 0.6.4 |
    | `repartition(0)`, `into_partitions(0)` | Ray | 0.6.4 |
    | `read_sql(num_partitions=...)` without `partition_col` | both | 0.6.4 |
    | `write_parquet(single_file=True)` | Ray | 0.7.26 |
    | the same with `partition_cols` | both | 0.7.26 |
    | `write_mode="overwrite-partitions"` without `partition_cols` | both | 0.6.4 |
    | a source with `checkpoint=` | native runner | 0.7.16 |
    | a repartition, limit, sample, sort, aggregate, join or concat behind one | Ray | 0.7.16 |
    | a cross join with `on` | both | 0.6.4 |
    | an outer join with `strategy="broadcast"` | both | 0.6.4 |
    | a join with `strategy="sort_merge"` that isn't an inner one | both | 0.6.4 |
    | `from_ray_dataset`, `to_dask_dataframe` | native runner | 0.6.4 |
    | `skip_existing`, where files are there | native runner | 0.7.16 |
    | `len(df)` of a frame that nothing ran | both | 0.6.4 |

    It also fires on a batch UDF in `agg` beside other aggregates, or without a `groupby`: since
    Daft 0.7.6 it is never called, and its column is missing, without an error.

    Calls in a `try` aren't reported.

    ## Why it is bad

    The job fails. Some of these raise only when the pipeline runs, perhaps after earlier steps took
    their hours.

    ## Example

    ```python
    df = daft.read_parquet("s3://bucket/pages/*.parquet")
    df.sort("id").offset(100).write_parquet("s3://bucket/rest")
    ```

    ## Use instead

    ```python
    df = daft.read_parquet("s3://bucket/pages/*.parquet")
    df.sort("id").offset(100).limit(1_000).write_parquet("s3://bucket/page")
    ```

    ## Fix safety

    What to do instead is left to you.

    ## References

    - `benchmarks/refused_calls.py`, which runs each of these
    """
    action = case.pipeline.action
    yield from _of_plan(case, case.pipeline.plan, action)
    for name in action.refused if action is not None else ():
        assert action is not None
        if name != "length-of-unrun" or _is_unrun(case.pipeline.plan):
            yield from _problem(case, BY_NAME[name], action, action.under)


def _of_plan(case: Case, plan: Plan, action: Action | None) -> Iterator[Problem]:
    for name in plan.source.refused:
        row = BY_NAME[name]
        if name != "behind-checkpoint":
            yield from _problem(case, row, plan.source, frozenset())
        elif (step := _first_refused(plan, action)) is not None:
            yield from _problem(case, row, step, frozenset(), plan.source)
    for place, step in enumerate(plan.operators):
        for name in step.refused:
            if _is_refused(case, name, plan.operators, place, action):
                yield from _problem(case, BY_NAME[name], step, step.under)
        for other in step.inputs:
            yield from _of_plan(case, other, None)


def _first_refused(plan: Plan, action: Action | None) -> Operator | Action | None:
    """The first step that Daft doesn't allow behind a source with checkpoints."""
    for step in plan.operators:
        if step.kind is OperatorKind.BARRIER:
            return None
        if step.kind in _NOT_BEHIND_CHECKPOINTS:
            return step
    looks = action is not None and action.kind in {ActionKind.SHOW, ActionKind.COUNT}
    return action if looks else None


def _is_refused(
    case: Case, name: str, steps: Sequence[Operator], place: int, action: Action | None
) -> bool:
    """Whether a refusal that the steps around decide applies."""
    if name == "offset":
        return _lacks_limit(steps, place, action)
    if name != "sort-keys-of-one-name":
        return True
    # A sort keeps the number of partitions. One alone isn't cut, nor are the first of all rows:
    # filters and columns between a sort and its limit don't matter.
    flow = case.prediction.flow.steps
    after = (each.after for each in flow if each.operator.span == steps[place].span)
    is_shown = action is not None and action.kind is ActionKind.SHOW
    is_limited = any(step.kind is OperatorKind.LIMIT for step in steps[place:])
    return all(each.count.high > 1 for each in after) and not is_shown and not is_limited


def _lacks_limit(steps: Sequence[Operator], place: int, action: Action | None) -> bool:
    """Whether an offset runs without a limit on either side.

    Daft looks for it before it moves anything: a filter, a sort or a UDF between them is too much.
    A column that is computed is too, but not if nothing needs it.
    """
    if action is None:
        return False
    before = next((step for step in steps[:place][::-1] if not _is_passed(step)), None)
    behind = next((step for step in steps[place + 1 :] if not _is_passed(step)), None)
    if behind is None and action.kind is ActionKind.SHOW:
        return False
    return not any(step and step.kind is OperatorKind.LIMIT for step in (before, behind))


def _is_unrun(plan: Plan) -> bool:
    """Whether a frame surely has no rows yet: a reader's, or one of a step that nothing ran."""
    for step in reversed(plan.operators):
        if step.kind in _HAS_ROWS:
            return False
        if not step.maybe:
            return True
    return plan.source.name.startswith("daft.read_")


def _is_passed(step: Operator) -> bool:
    unknown = step.kind is OperatorKind.OPAQUE and step.method == "offset"
    return unknown or (step.kind is OperatorKind.PROJECT and not step.calls) or step.maybe


def _problem(
    case: Case,
    row: Refused,
    at: Operator | Action | Source,
    under: Conditions,
    source: Source | None = None,
) -> Iterator[Problem]:
    if not _applies(case, row):
        return
    where = {None: "", RunnerKind.RAY: " on Ray", RunnerKind.NATIVE: " on the native runner"}
    plan = case.pipeline.plan
    other = source or (plan.source if plan.source is not at else case.pipeline.action)
    related = (Related(other.span, "in the pipeline of this line"),) if other else ()
    yield Problem(
        span=at.span,
        message=f'Daft refuses {row.what}{where[row.runner]}: {row.error}, "{row.says}"'
        if row.error
        else f"Daft never calls {row.what}: its column is missing, and nothing is raised",
        remedy=row.remedy,
        on_ray=row.runner is RunnerKind.RAY,
        severity=Severity.ERROR,
        at_most=_most(case, row, at, under),
        assumptions=_assumptions(case, row, at),
        related=related,
    )


def _applies(case: Case, row: Refused) -> bool:
    """Whether it may run on the runner, and the version, that refuse the call."""
    version = (*case.daft_version, 99)[:3]
    if row.since > version:
        return False
    if row.runner is RunnerKind.NATIVE:
        return not case.runs_on_ray_if_anything
    return row.runner is None or case.may_run_on_ray


def _most(
    case: Case, row: Refused, at: Operator | Action | Source, under: Conditions
) -> Confidence:
    """How sure it is at most: a test may want the error, and a branch may be that of one runner."""
    in_branch = row.runner is not None and bool(under)
    is_taken = row.runner is RunnerKind.NATIVE and not case.runs_on_native
    if in_branch or is_taken or case.in_test(at.span):
        return Confidence.POSSIBLE
    return Confidence.CERTAIN


def _assumptions(case: Case, row: Refused, at: Operator | Action | Source) -> tuple[str, ...]:
    taken: tuple[str, ...] = ()
    if isinstance(at, Operator) and at.maybe:
        taken = (assuming_taken(at, at.span, case.pipeline.action, at.span),)
    return (*taken, row.assumed) if row.assumed else taken
