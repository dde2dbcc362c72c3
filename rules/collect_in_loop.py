"""DFT208: an action in a loop, where one plan and one action would do."""

from __future__ import annotations

from collections.abc import Iterator

from daft_lint.findings import Confidence, Related, Severity
from daft_lint.plan.pipeline import (
    Action,
    ActionKind,
    EarlyEnd,
    Loop,
    Operator,
    OperatorKind,
    Plan,
    Source,
    Udf,
)
from daft_lint.plan.quantity import Quantity
from daft_lint.records import replace
from daft_lint.rule import Case, Problem, assuming_taken, assuming_used, rule
from daft_lint.scheduling.optimiser.columns import written
from daft_lint.scheduling.partitions.executions import Execution, executions, runs_on_sample

# In fewer rounds than this, a pool that starts anew in each costs little.
_MANY_ROUNDS = 4
# A source of fewer rows is read at once.
_FEW_ROWS = 1_000
# Actions that keep their result on the frame they run.
_KEEPING = frozenset({ActionKind.COLLECT, ActionKind.TO_DRIVER})


@rule("DFT208", "collect-in-loop", needs_work=True, everywhere=True, since="0.1.0")
def collect_in_loop(case: Case) -> Iterator[Problem]:
    """An action in a loop, where one plan and one action would do.

    ## What it does

    Fires on an action in a `for` loop or comprehension if, in every iteration,

    - it runs a UDF on the same rows as the iteration before, because the frame comes from outside
      the loop and nothing keeps its result: for example epochs over `iter_rows`, or one write per
      category;
    - or the frame grows in each iteration (`df = df.concat(...)`), and the action runs everything
      added earlier again;
    - or it starts an actor pool for a source of that iteration: `daft.read_parquet(one_path)` for
      each path, and a `collect` or `to_pydict` after each;
    - or it takes one page (`df.offset(start).limit(n)`) or one slice (a filter on a column that the
      plan makes) of a frame from outside the loop: each reads the source again.

    Not reported: a frame that the first iteration collects (`collect`, `to_pydict`, `to_pylist` and
    `to_pandas` keep their result on it), a loop that continues from the rows it collected itself
    (`df = df.where(...).collect()`), a pool that each iteration makes from the loop variable, and
    `show()`. The finding is at most `possible` for a pool that starts again in only two or three
    iterations, or for a write in each; for `while` loops; for loops with a `return` or a `try`,
    which are most often retries; and for loops that read a clock, which measure time. A loop with a
    `break` tries again too, unless it goes over rows, or asks for something else in each iteration.

    ## Why it is bad

    The work of an iteration is lost when it ends. Six iterations over one frame of 300 rows,
    filtered on the UDF's column, made 1,800 calls. In six iterations that each read one of six
    paths, a pool of two actors started 12 actors instead of two, each loading its model, and they
    waited for the last row of one iteration before the first row of the next: 11.6 s instead of 1.4
    s on the native runner, 11.5 s instead of 1.7 s on Ray (half a second of loading, Daft 0.7.26).

    ## Example

    ```python
    results = []
    for path in paths:
        df = daft.read_parquet(path)
        df = df.with_column("label", Classify()(col("text")))
        results.append(df.to_pylist())
    ```

    ## Use instead

    ```python
    df = daft.read_parquet(paths)
    df = df.with_column("label", Classify()(col("text")))
    results = df.to_pylist()
    ```

    To know which file a row came from, read with `file_path_column="path"`. To write one folder per
    value, write once with `partition_cols=[...]`. If every iteration needs a frame, collect it
    once, before the loop. For pages, `df.to_arrow_iter()` or `df.iter_partitions()` gives the rows
    part by part, from one run.

    ## Fix safety

    There is no automatic fix: only you know what the iterations have in common.

    ## References

    - `DataFrame.collect` in Daft 0.7.26
    """
    action = case.pipeline.action
    if action is not None and (action.kind is ActionKind.SHOW or action.method == "__len__"):
        return
    found: list[Problem] = []
    if action is not None and action.loops and action.whole:
        runs = [run for run in executions(case.prediction.optimised) if run.whole]
        found = [*_growing(case, action, runs), *_again(case, action, runs)]
        found = found or [*_pool_each_round(case, action, runs)]
    yield from (found or _page_each_round(case.pipeline.plan, action))[:1]


def _growing(case: Case, action: Action, runs: list[Execution]) -> Iterator[Problem]:
    """A frame that each round adds to, all of it run in each round."""
    loop = action.loops[-1]
    for run in runs if loop.rounds.high > 1 else ():
        if run.operator.number in action.carried and _holds(loop, run.operator.loops):
            yield replace(
                _repeated(case, action, loop, run),
                message=f"each iteration runs `{run.call.udf.name}` again on the rows of all "
                "earlier iterations: the frame grows, and nothing keeps the results",
                remedy="run it once, after the loop, or continue from the collected rows: df = "
                "df.collect()",
            )


def _again(case: Case, action: Action, runs: list[Execution]) -> Iterator[Problem]:
    """A UDF on the rows of a frame from outside of the loop."""
    handed_on = frozenset(_handed_on(case.pipeline.plan)) - action.carried
    for run in runs:
        loop = _repeating(action, run)
        if loop is None or _is_kept(case, action, loop) or run.operator.number in handed_on:
            continue
        yield _repeated(case, action, loop, run)


def _handed_on(plan: Plan) -> Iterator[int]:
    """The numbers of the steps that a frame has before a loop that changes it.

    Only the first round has them, unless it leaves the frame to the next one with them.
    """
    changed = (place for place, step in enumerate(plan.operators) if step.method == "loop")
    last = max(changed, default=0)
    for place, step in enumerate(plan.operators):
        if place < last:
            yield step.number
        for other in step.inputs:
            yield from _numbers(other) if place < last else _handed_on(other)


def _numbers(plan: Plan) -> Iterator[int]:
    for step in plan.operators:
        yield step.number
        for other in step.inputs:
            yield from _numbers(other)


def _repeated(case: Case, action: Action, loop: Loop, run: Execution) -> Problem:
    """A UDF that a loop runs again on the same rows."""
    return Problem(
        span=action.span,
        message=f"each iteration runs `{run.call.udf.name}` again on the same rows: the frame is "
        "made before the loop, and nothing keeps the results",
        remedy="collect the frame once before the loop, if its rows fit into the cluster's "
        "memory, or write it once and read it back",
        on_ray=False,
        severity=Severity.WARNING,
        at_most=_surest(case, action, loop, run),
        assumptions=_assumptions(action, loop, run),
        related=(Related(loop.span, "the loop"), Related(run.call.span, "runs again")),
    )


def _repeating(action: Action, run: Execution) -> Loop | None:
    """The innermost loop that runs a call again on the same rows, None when none does."""
    for loop in reversed(action.loops):
        if _holds(loop, run.operator.loops) or any(_holds(loop, s.loops) for s in run.narrowed):
            return None
        if loop.rounds.high > 1:
            return loop
    return None


def _holds(loop: Loop, loops: tuple[Loop, ...]) -> bool:
    return any(each_loop.span == loop.span for each_loop in loops)


def _is_kept(case: Case, action: Action, loop: Loop) -> bool:
    """Whether the first round keeps the result on a frame that all rounds share."""
    plan = case.pipeline.plan
    made = (plan.source.loops, *(step.loops for step in plan.operators))
    keeps = action.kind in _KEEPING and action.method != "to_arrow"
    return keeps and not any(_holds(loop, loops) for loops in made)


def _pool_each_round(case: Case, action: Action, runs: list[Execution]) -> Iterator[Problem]:
    """A pool that starts anew for each source of a loop."""
    source, loop = case.pipeline.plan.source, action.loops[-1]
    for run in runs:
        udf = run.call.udf
        if (
            run.call.differs
            or not udf.is_actor_pool
            or loop.rounds.high <= 1
            or not _holds(loop, run.operator.loops)
        ):
            continue
        if not _holds(loop, source.loops) or not source.name.startswith("daft."):
            continue
        rows = "reads the rows of one iteration" if source.differs else "is read in each iteration"
        actors = f" of {udf.concurrency} actors" if _is_known(udf.concurrency) else ""
        surest = _surest(case, action, loop, run)
        few = loop.rounds.high < _MANY_ROUNDS
        if few or action.kind is ActionKind.WRITE or _is_trial(udf, source):
            surest = Confidence.POSSIBLE
        yield Problem(
            span=action.span,
            message=f"each iteration starts the pool{actors} of `{udf.name}` again, and waits "
            "for its last row before the next iteration starts",
            remedy="read all of the loop's sources in one plan, such as "
            "daft.read_parquet(list_of_paths), and run that plan once",
            on_ray=False,
            severity=Severity.INFO,
            at_most=surest,
            assumptions=_assumptions(action, loop, run),
            related=(
                Related(loop.span, "the loop"),
                Related(source.span, rows),
                Related(run.call.span, "starts its actors in each iteration"),
            ),
        )
        return


def _page_each_round(plan: Plan, action: Action | None) -> list[Problem]:
    """A page or a slice that each round takes of the same rows, which are read again for it."""
    source, steps = plan.source, plan.operators
    # What a loop changes goes on from what it was before.
    kept = source.in_memory or any(
        step.kind is OperatorKind.BARRIER or step.method == "loop" for step in steps
    )
    if kept or source.rows.high < _FEW_ROWS or not source.name.startswith("daft."):
        return []
    for place, step in enumerate(steps):
        loop = step.loops[-1] if step.loops else None
        if loop is None or loop.rounds.high <= 1 or _holds(loop, source.loops):
            continue
        if action is not None and not _holds(loop, action.loops[-1:]):
            continue
        before = [each for each in steps[:place] if not _holds(loop, each.loops)]
        if step.method != "offset" and (action is None or not _is_slice(step, before)):
            continue
        span = step.span if action is None else action.span
        paged = step.method == "offset"
        page = "page" if paged else "slice"
        where = source.span.line_from(span)
        return [
            Problem(
                span=span,
                message=f"each iteration reads `{source.name}` on {where} again for one {page} of "
                "it, and nothing keeps the other rows",
                remedy="run the frame once and take its rows part by part: for part in "
                "df.iter_partitions(), or df.to_arrow_iter()"
                if paged
                else "collect the frame once before the loop, if its rows fit into the cluster's "
                "memory, or write it once with partition_cols",
                on_ray=False,
                severity=Severity.WARNING,
                at_most=Confidence.CERTAIN if loop.counted and action else Confidence.LIKELY,
                assumptions=() if loop.rounds.low >= 2 else ("the loop runs more than once",),
                related=(
                    Related(loop.span, "the loop"),
                    Related(step.span, f"takes one {page}"),
                    Related(source.span, "is read in each iteration"),
                ),
            )
        ]
    return []


def _is_slice(step: Operator, before: list[Operator]) -> bool:
    """Whether a step asks for rows by a column that the plan makes, so that no file is left out."""
    if step.kind is not OperatorKind.FILTER or not step.reads or len(before) == 0:
        return False
    return any(
        step.reads & ((written(each) or frozenset()) - {new for _, new in each.renames or ()})
        for each in before
        if each.kind is OperatorKind.PROJECT
    )


def _is_trial(udf: Udf, source: Source) -> bool:
    """Whether a loop may try out settings: on the same source, or with other actors each time."""
    same_source = source.path is not None and "*" not in source.path
    return same_source or not _is_known(udf.concurrency)


def _is_known(quantity: Quantity | None) -> bool:
    return quantity is not None and quantity.known


def _surest(case: Case, action: Action, loop: Loop, run: Execution) -> Confidence:
    """A loop that ends early is a retry or a search; a sample is no work."""
    if not loop.counted or runs_on_sample(case.prediction.flow, run.operator):
        return Confidence.POSSIBLE
    if loop.early is EarlyEnd.NONE:
        return Confidence.CERTAIN
    other = any(_holds(loop, step.loops) for step in case.pipeline.plan.operators)
    steady = loop.early is EarlyEnd.BREAK and (other or action.kind is ActionKind.ITERATE)
    return Confidence.LIKELY if steady else Confidence.POSSIBLE


def _assumptions(action: Action, loop: Loop, run: Execution) -> tuple[str, ...]:
    rounds = () if loop.rounds.low >= 2 else ("the loop runs more than once",)
    step = run.operator
    branch = (assuming_taken(step, run.call.span, action, loop.span),) if step.maybe else ()
    used = (assuming_used(run.call),) if run.call.doubtful else ()
    return (*rounds, *branch, *used)
