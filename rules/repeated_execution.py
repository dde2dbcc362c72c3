"""DFT207: a UDF that runs again for an action, because nothing kept what it made."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from daft_lint.findings import Confidence, Edit, Fix, Related, Safety, Severity
from daft_lint.plan.conditions import exclude
from daft_lint.plan.pipeline import Action, ActionKind, Operator, OperatorKind, Plan
from daft_lint.rule import Case, Problem, assuming_taken, rule
from daft_lint.scheduling.executions import Execution, executions, runs_on_sample


@rule("DFT207", "repeated-execution")
def repeated_execution(case: Case) -> Iterator[Problem]:
    """A UDF that runs again on the same rows, because nothing kept what it made.

    ## What it does

    Fires on an action that runs a UDF on the same rows as an action before it did, when both belong
    to one run of the program: two writes of one frame, a write after `iter_rows`, a `count_rows`
    that needs the UDF's column.

    Measured on Daft 0.7.26, native and Ray: `collect`, `to_pydict`, `to_pylist` and `to_pandas`
    keep their result on the frame, so that a later action of the *same* frame runs nothing again.
    All other actions keep nothing, `to_arrow` and every write among them.

    Not reported, since the engine makes them cheap:

    - `show()` and `limit(n)`: the UDF gets only the rows that are asked for;
    - `count_rows()` where nobody reads the UDF's column: the UDF doesn't run;
    - actions whose filters run before the UDF: their rows are different ones;
    - `explain`, `schema`, `len` and `print`: they run nothing.

    ## Why it is bad

    A Daft frame is a plan, not a table. Each action runs the whole plan: the source is read again,
    the actors start and load their models again, and every row goes through the UDF again. With
    100 rows, two writes of one frame made 200 calls; with `.collect()` between, 100.

    ## Example

    ```python
    df = daft.read_parquet(path).with_column("vector", embed(col("text")))
    df.write_parquet("vectors/")
    df.select("id", "vector").write_lance("vectors.lance")
    ```

    ## Use instead

    ```python
    df = daft.read_parquet(path).with_column("vector", embed(col("text"))).collect()
    df.write_parquet("vectors/")
    df.select("id", "vector").write_lance("vectors.lance")
    ```

    Where the rows don't fit into the cluster's memory, write once and go on from the files:

    ```python
    df.write_parquet("vectors/")
    daft.read_parquet("vectors/").select("id", "vector").write_lance("vectors.lance")
    ```

    ## Fix safety

    The rows stay the same, but `collect()` holds all of them in the memory of the cluster. The fix
    is unsafe, and is only offered where the frame that is shared has a name.

    ## References

    - `DataFrame.collect`, `_result` and `to_arrow_iter` in `dataframe.py` of Daft 0.7.26
    """
    repeat = _first_repeat(case)
    if repeat is None:
        return
    action, earlier = repeat.action, repeat.earlier
    calls = [run.call for run in repeat.runs]
    names = _listed([f"`{name}`" for name in dict.fromkeys(call.udf.name for call in calls)])
    # A helper's calls and actions are found once for each call of the helper.
    related = (
        *(() if repeat.is_same_line else (Related(earlier.span, "runs it the first time"),)),
        *(Related(call.span, "runs for each of them") for call in calls),
        *(Related(one.span, "runs it once more") for one in _later(case, repeat)),
    )
    yield Problem(
        span=action.span,
        message=f"`{action.method}` runs {names} again on the same rows: {_before(case, repeat)}",
        remedy=_remedy(case, repeat),
        on_ray=False,
        severity=Severity.WARNING,
        at_most=_surest(case, repeat),
        assumptions=_assumptions(repeat),
        related=tuple(dict.fromkeys(related)),
    )


def _before(case: Case, repeat: _Repeat) -> str:
    """What ran first, and why nothing is left of it."""
    earlier = repeat.earlier
    if repeat.is_same_line and repeat.other.pipeline.plan == case.pipeline.plan:
        return "this line is run twice on one frame, and keeps nothing"
    if repeat.is_same_line:
        return "this line is run for several frames that share it, and keeps nothing"
    kept = earlier.kind in {ActionKind.COLLECT, ActionKind.TO_DRIVER}
    left = "for another frame" if kept and earlier.method != "to_arrow" else "and kept nothing"
    return f"`{earlier.method}` on {earlier.span.line_from(repeat.action.span)} already did, {left}"


@dataclass(frozen=True, slots=True)
class _Repeat:
    """An action, an earlier one of another case, and the UDF calls that both run."""

    action: Action
    earlier: Action
    other: Case
    runs: tuple[Execution, ...]

    @property
    def is_same_line(self) -> bool:
        """Whether both are one line of code, which is run twice."""
        return self.earlier.span == self.action.span

    @property
    def may_not_return(self) -> bool:
        """Whether a run may have gone another way since it was on the line for the first time."""
        return self.is_same_line and self.action.forks > self.earlier.forks


def _first_repeat(case: Case) -> _Repeat | None:
    """The repeat that an action is, unless one of the actions before it is one already."""
    first: _Repeat | None = None
    for repeat in _repeats(case):
        if first is None:
            first = repeat
        elif first.earlier.number in repeat.earlier.after and _share(first, repeat):
            return None
    return first


def _share(one: _Repeat, other: _Repeat) -> bool:
    return bool({run.work for run in one.runs} & {run.work for run in other.runs})


def _repeats(case: Case) -> Iterator[_Repeat]:
    """The actions before that run some of the same, the first of them first."""
    action = case.pipeline.action
    mine = _whole_runs(case) if action is not None and action.after else ()
    if action is None or not mine:
        return
    before = [(one.pipeline.action, one) for one in case.document if _is_before(one, case)]
    for earlier, other in sorted(before, key=lambda pair: pair[0].number if pair[0] else 0):
        works = {run.work for run in _whole_runs(other)}
        runs = tuple(run for run in mine if run.work in works)
        if earlier is not None and runs and not _goes_on_from(earlier, case):
            yield _Repeat(action, earlier, other, runs)


def _goes_on_from(earlier: Action, case: Case) -> bool:
    """Whether a run that did the earlier action goes on with what it left, and runs nothing twice.

    So it is behind `if keep: df = df.collect()`: any other run didn't do it.
    """
    steps = case.pipeline.plan.operators
    return any(
        step.maybe and step.kind is OperatorKind.BARRIER and step.span == earlier.span
        for step in steps
    )


def _is_before(other: Case, case: Case) -> bool:
    """Whether another action ran before, or this one itself did, called on the frame again.

    What a loop runs again is for DFT208. Of branches that exclude each other only one runs.
    """
    action, earlier = case.pipeline.action, other.pipeline.action
    if action is None or earlier is None or earlier.number not in action.after:
        return False
    if exclude(earlier.under, action.under, surely=False):
        return False
    return not _is_same(case, other) or not action.loops


def _is_same(case: Case, other: Case) -> bool:
    return case.pipeline is other.pipeline


def _whole_runs(case: Case) -> tuple[Execution, ...]:
    """The UDF calls that surely see all their rows when the action runs."""
    action = case.pipeline.action
    if action is None or not action.whole or action.method == "__len__":
        return ()
    runs = executions(case.prediction.optimised)
    return tuple(run for run in runs if run.whole and run.operator.number)


def _surest(case: Case, repeat: _Repeat) -> Confidence:
    """A look at the rows is no fault, nor is work on a sample; a branch may not be taken."""
    shown = ActionKind.SHOW in {repeat.action.kind, repeat.earlier.kind}
    certain = repeat.earlier.number in repeat.action.surely_after
    flow = case.prediction.flow
    if shown or not certain or all(runs_on_sample(flow, run.operator) for run in repeat.runs):
        return Confidence.POSSIBLE
    return Confidence.CERTAIN


def _assumptions(repeat: _Repeat) -> tuple[str, ...]:
    here = repeat.action.span
    taken = [
        assuming_taken(run.operator, run.call.span, repeat.action, here)
        for run in repeat.runs
        if run.operator.maybe
    ]
    if repeat.earlier.number not in repeat.action.surely_after:
        before = repeat.earlier.span.line_from(here)
        taken.append(f"the run that gets here has been on {before} before")
    elif repeat.may_not_return:
        taken.append("a run gets to this line twice")
    return tuple(taken)


def _later(case: Case, repeat: _Repeat) -> Iterator[Action]:
    """The actions after this one that run the same once more."""
    works = {run.work for run in repeat.runs}
    for other in case.document:
        action = other.pipeline.action
        if _is_same(other, case) or action is None or repeat.action.number not in action.after:
            continue
        if works & {run.work for run in _whole_runs(other)}:
            yield action


def _remedy(case: Case, repeat: _Repeat) -> Fix:
    shared = _shared(case.pipeline.plan, repeat.other.pipeline.plan)
    holds = {step.number for step in shared} >= {run.operator.number for run in repeat.runs}
    last = shared[-1] if shared else None
    if last is None or not holds:
        return Fix("run it once: collect the frame that both come from, or write it and read that")
    if last.link is None or last.link.name is None or last.maybe or _is_shared(case, last):
        line = last.span.last_line_from(repeat.action.span)
        return Fix(f"collect the frame of {line} once and use that, or write it and read that")
    end = last.span
    place, where = end.between(end.end, end.end), end.last_line_from(repeat.action.span)
    return Fix(
        f"put .collect() behind `{last.method}` on {where}, if the rows of "
        f"`{last.link.name}` fit into the cluster's memory",
        Safety.UNSAFE,
        (Edit(place, ".collect()"),),
    )


def _shared(mine: Plan, other: Plan) -> tuple[Operator, ...]:
    """The first steps that two plans have alike."""
    if mine.source.number != other.source.number:
        return ()
    count = 0
    for left, right in zip(mine.operators, other.operators, strict=False):
        if left.number != right.number or left.kind is OperatorKind.BARRIER:
            break
        count += 1
    return mine.operators[:count]


def _is_shared(case: Case, step: Operator) -> bool:
    """Whether the code of a step makes other frames too: a helper that is called again."""
    steps = [one for other in case.document for one in other.written_steps]
    mine = {one.number for one in case.written_steps}
    again = any(one.span == step.span and one.number not in mine for one in steps)
    return again or any(other.passes(step.span) for other in case.others)


def _listed(names: list[str]) -> str:
    return names[0] if len(names) == 1 else f"{', '.join(names[:-1])} and {names[-1]}"
