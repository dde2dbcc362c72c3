"""DFT207: a UDF that runs again on the same rows, because nothing kept its results."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations

from daft_lint.findings import Confidence, Edit, Fix, Related, Safety, Severity
from daft_lint.plan.conditions import exclude
from daft_lint.plan.pipeline import Action, ActionKind, Operator, OperatorKind, Plan
from daft_lint.plan.span import Span
from daft_lint.records import dataclass
from daft_lint.rule import Case, Problem, assuming_taken, rule
from daft_lint.scheduling.partitions.executions import (
    Execution,
    executions,
    may_pass,
    runs_on_sample,
)
from daft_lint.scheduling.partitions.repeated_calls import Repeated, repeated_calls, shared_steps
from daft_lint.words import listed

_BARRIER = OperatorKind.BARRIER
_SHUFFLES = frozenset({OperatorKind.AGGREGATE, OperatorKind.DISTINCT, OperatorKind.JOIN})
# Fewer rows are shuffled at once.
_FEW_ROWS = 1_000


@rule("DFT207", "repeated-execution", needs_work=True, everywhere=True, since="0.1.0")
def repeated_execution(case: Case) -> Iterator[Problem]:
    """A UDF that runs again on the same rows, because nothing kept its results.

    ## What it does

    Fires on an action that runs a UDF on the same rows as an earlier action, if both belong to the
    same run of the program: two writes of one frame, a write after `iter_rows`, a `count_rows` that
    needs the UDF's column.

    So it does without any UDF, if the same rows of files are aggregated, joined or made distinct
    again: `count_rows`, a preview and a write of one aggregation are three runs of the whole plan.

    It also fires on a join or concat of a frame that has a UDF with itself, or with a frame made
    from it. One plan then contains the UDF twice, and Daft doesn't merge the two. Measured on 100
    rows, native and Ray, with `y` made by the UDF:

    | written | calls |
    | --- | --- |
    | `df.join(df.groupby("g").agg(col("y").mean()), on="g")` | 200 |
    | `df.join(df.select("id", col("y").alias("z")), on="id")` | 200 |
    | `df.where(col("y") > 50).concat(df.where(col("y") <= 50))` | 200 |
    | `df.concat(df).concat(df)` | 300 |
    | `df.join(df.groupby("y").agg(col("x").max()), on="y", how="anti")` | 200 |
    | `df.join(df.groupby("g").agg(col("x").mean()), on="g")`: one side doesn't read `y` | 100 |
    | `df.where(col("x") > 25).concat(df.where(col("x") <= 25))`: other rows on each side | 100 |
    | any of them after `df = df.collect()` | 100 |

    Measured on Daft 0.7.26, native and Ray: `collect`, `to_pydict`, `to_pylist` and `to_pandas`
    keep their result on the frame, so a later action on the *same* frame runs nothing again. All
    other actions keep nothing, including `to_arrow` and every write.

    Not reported, since the engine makes them cheap:

    - `show()` and `limit(n)`: the UDF gets only the rows that are asked for, or some more if a
      filter on its column, an `explode` or a `concat` comes after it;
    - actions that don't read the UDF's column, which `exclude`, `select` or a join drops: the UDF
      doesn't run. The same if it isn't known whether they read it, as with `count_rows()` of
      several columns: it [counts the one of the smallest
      type](../scheduler-details.md#which-column-count_rows-counts);
    - actions whose filters run before the UDF: their rows are different ones;
    - `explain`, `schema`, `len` and `print`: they run nothing.
    - joins where the two sides get different rows: after a filter that may run before the join, a
      `limit` or a sample, or on the left of a semi or anti join that doesn't compare the UDF's
      column.

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

    ```python
    df = daft.read_parquet(path).with_column("score", score(col("text")))
    means = df.groupby("topic").agg(col("score").mean().alias("mean"))
    df.join(means, on="topic").write_parquet("scores/")
    ```

    ## Use instead

    ```python
    df = daft.read_parquet(path).with_column("vector", embed(col("text"))).collect()
    df.write_parquet("vectors/")
    df.select("id", "vector").write_lance("vectors.lance")
    ```

    Where the rows don't fit into the cluster's memory, write once and continue from the files:

    ```python
    df.write_parquet("vectors/")
    daft.read_parquet("vectors/").select("id", "vector").write_lance("vectors.lance")
    ```

    If a frame is joined with itself, collect it before the two sides split. A window needs no join
    at all, and keeps no rows after the plan has run:

    ```python
    df = daft.read_parquet(path).with_column("score", score(col("text"))).collect()
    means = df.groupby("topic").agg(col("score").mean().alias("mean"))
    df.join(means, on="topic").write_parquet("scores/")
    ```

    ```python
    df = daft.read_parquet(path).with_column("score", score(col("text")))
    topic = Window().partition_by("topic")
    df.with_column("mean", col("score").mean().over(topic)).write_parquet("scores/")
    ```

    ## Fix safety

    The rows stay the same, but `collect()` holds all of them in the memory of the cluster, with all
    of their columns. The fix is unsafe, and is only offered if the shared frame is assigned to a
    variable.

    ## References

    - `DataFrame.collect`, `_result` and `to_arrow_iter` in `dataframe.py` of Daft 0.7.26
    - `DataFrame.join` there: "we currently duplicate the logical plan for the right side and
      recompute the entire tree"
    """
    yield from _on_several_paths(case)
    repeat = _first_repeat(case)
    if repeat is not None:
        yield _of_actions(case, repeat)
    else:
        yield from _of_shuffles(case)


def _of_actions(case: Case, repeat: _Repeat) -> Problem:
    action, earlier = repeat.action, repeat.earlier
    calls = [run.call for run in repeat.runs]
    names = listed([f"`{name}`" for name in dict.fromkeys(call.udf.name for call in calls)])
    # A helper's calls and actions are found once for each call of the helper.
    related = (
        *(() if repeat.is_same_line else (Related(earlier.span, "runs it the first time"),)),
        *(Related(call.span, "runs each time") for call in calls),
        *(Related(each_action.span, "runs it again") for each_action in _later(case, repeat)),
    )
    return Problem(
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
        return "this line runs twice on the same frame, and nothing keeps the result"
    if repeat.is_same_line:
        return "this line runs for several frames that share it, and nothing keeps the result"
    kept = earlier.kind in {ActionKind.COLLECT, ActionKind.TO_DRIVER}
    left = (
        "for another frame"
        if kept and earlier.method != "to_arrow"
        else "and nothing kept the result"
    )
    return (
        f"`{earlier.method}` on {earlier.span.line_from(repeat.action.span)} already ran it, {left}"
    )


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


def _share(repeat: _Repeat, other: _Repeat) -> bool:
    return bool({run.work for run in repeat.runs} & {run.work for run in other.runs})


def _repeats(case: Case) -> Iterator[_Repeat]:
    """The actions before that run some of the same, the first of them first."""
    action = case.pipeline.action
    mine = _whole_runs(case) if action is not None and action.after else ()
    if action is None or not mine:
        return
    numbers = {run.operator.number for run in mine}
    before = [
        (each_case.pipeline.action, each_case)
        for each_case in case.document.passing({run.operator.span for run in mine})
        if _is_before(each_case, case)
        and any(step.number in numbers for step in each_case.written_steps)
    ]
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
    sure = (run for run in runs if run.whole and not run.call.doubtful)
    return tuple(run for run in sure if run.operator.number)


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
        taken.append(f"a run that gets here has already run {before}")
    elif repeat.may_not_return:
        taken.append("a run gets to this line twice")
    return tuple(taken)


def _of_shuffles(case: Case) -> Iterator[Problem]:
    """A plan without a UDF whose aggregation, join or distinct an earlier action ran already."""
    action, mine = case.pipeline.action, _shuffles(case)
    if action is None or not mine:
        return
    found: list[tuple[Action, Case]] = []
    again: list[Action] = []
    for other in case.document.passing({step.span for step in mine.values()}):
        there = other.pipeline.action
        if there is None or there.span == action.span or not _alike(case, other):
            continue
        if _is_before(other, case) and not _goes_on_from(there, case):
            found.append((there, other))
        elif action.number in there.after:
            again.append(there)
    # The first repeat covers those behind it.
    if len({there.number for there, _ in found}) != 1:
        return
    earlier, other = found[0]
    step = _alike(case, other)[-1]
    shared = _shared(case.pipeline.plan, other.pipeline.plan)
    sure = earlier.number in action.surely_after
    shown = ActionKind.SHOW in {action.kind, earlier.kind}
    related = (
        Related(earlier.span, "runs it the first time"),
        Related(step.span, "runs each time"),
        *(Related(each.span, "runs it again") for each in again),
    )
    here = action.span
    yield Problem(
        span=here,
        message=f"`{action.method}` runs `{step.method}` of {step.span.line_from(here)} again on "
        f"the same rows: `{earlier.method}` on {earlier.span.line_from(here)} already ran it, and "
        "nothing kept the result",
        remedy=_collecting(case, shared[-1], here)
        if shared
        else Fix("collect the frame that both come from, or write it and read it back"),
        on_ray=False,
        severity=Severity.WARNING,
        at_most=Confidence.LIKELY if sure and not shown else Confidence.POSSIBLE,
        related=tuple(dict.fromkeys(related)),
    )


def _alike(case: Case, other: Case) -> list[Operator]:
    """The shuffles that two actions run on the same rows: no filter of one of them goes below."""
    mine, theirs = _shuffles(case), _shuffles(other)
    filters = [
        {each.number: each for each in one.pipeline.plan.steps if each.kind is OperatorKind.FILTER}
        for one in (case, other)
    ]
    different = [
        one[number] for one, two in (filters, filters[::-1]) for number in one if number not in two
    ]
    return [
        step
        for number, step in mine.items()
        if number in theirs and not any(may_pass(each, step) for each in different)
    ]


def _shuffles(case: Case) -> dict[int, Operator]:
    """The steps of a plan without UDFs that shuffle rows of files whenever the action runs."""
    action, plan = case.pipeline.action, case.pipeline.plan
    small = all(source.in_memory or source.rows.high < _FEW_ROWS for source in plan.sources)
    if action is None or not action.whole or action.method == "__len__" or small:
        return {}
    if case.in_test(action.span) or any(step.calls or step.kind is _BARRIER for step in plan.steps):
        return {}
    optimised = case.prediction.optimised.plan
    return {
        step.number: step
        for step in optimised.steps
        if step.kind in _SHUFFLES and step.number and not step.maybe
    }


def _later(case: Case, repeat: _Repeat) -> Iterator[Action]:
    """The actions after this one that run the same once more."""
    works = {run.work for run in repeat.runs}
    for other in case.document.passing({run.operator.span for run in repeat.runs}):
        action = other.pipeline.action
        if _is_same(other, case) or action is None or repeat.action.number not in action.after:
            continue
        if works & {run.work for run in _whole_runs(other)}:
            yield action


def _remedy(case: Case, repeat: _Repeat) -> Fix:
    shared = _shared(case.pipeline.plan, repeat.other.pipeline.plan)
    holds = {step.number for step in shared} >= {run.operator.number for run in repeat.runs}
    if not shared or not holds:
        return Fix(
            "run it once: collect the frame that both come from, or write it and read it back"
        )
    return _collecting(case, shared[-1], repeat.action.span)


def _collecting(case: Case, last: Operator, here: Span) -> Fix:
    """How to keep the frame that a step makes, as seen from `here`."""
    if last.link is None or last.link.name is None or last.maybe or _is_shared(case, last):
        line = last.span.last_line_from(here)
        return Fix(f"collect the frame of {line} once and reuse it, or write it and read it back")
    end = last.span
    place, where = end.between(end.end, end.end), end.last_line_from(here)
    return Fix(
        f"put .collect() after `{last.method}` on {where}, if the rows of `{last.link.name}` fit "
        "into the cluster's memory",
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
    passing = case.document.passing((step.span,))
    steps = [written_step for other in passing for written_step in other.written_steps]
    mine = {written_step.number for written_step in case.written_steps}
    again = any(operator.span == step.span and operator.number not in mine for operator in steps)
    return again or bool(case.others.passing((step.span,)))


def _on_several_paths(case: Case) -> Iterator[Problem]:
    """The UDFs that one run of the plan sends each row through for each way that it takes."""
    action = case.pipeline.action
    if action is not None and (not action.whole or action.method == "__len__"):
        return
    found: dict[tuple[Span, ...], list[Repeated]] = {}
    for repeated in repeated_calls(case.prediction.optimised, action):
        if repeated.meetings and not _is_excluded(repeated):
            met = tuple(step.span for step in repeated.meetings)
            found.setdefault(met, []).append(repeated)
    for repeats in found.values():
        yield _of_paths(case, repeats)


def _is_excluded(repeated: Repeated) -> bool:
    """Whether no run takes all of these ways: they are in branches that exclude each other."""
    steps = [repeated.operator, *repeated.meetings]
    return any(
        exclude(first.under, second.under, surely=False) for first, second in combinations(steps, 2)
    )


def _of_paths(case: Case, repeats: list[Repeated]) -> Problem:
    first = repeats[0]
    meeting, *more = first.meetings
    here = meeting.span
    steps = [repeat.operator for repeat in repeats]
    flow = case.prediction.flow
    sample = all(runs_on_sample(flow, step) for step in steps)
    parting = shared_steps(case.pipeline.plan, first.operator)[-1].step
    where = parting.span.last_line_from(here)
    names = listed(
        [f"`{name}`" for name in dict.fromkeys(repeat.call.udf.name for repeat in repeats)]
    )
    ways = len(first.ways)
    times = "twice" if ways == 2 else f"{ways} times"
    times = f"at least {times}" if any(repeat.more for repeat in repeats) else times
    into = "one plan" if {step.span for step in more} - {here} else f"this `{meeting.method}`"
    run = "runs" if len({repeat.call.udf.name for repeat in repeats}) == 1 else "run"
    related = (
        *(Related(repeat.call.span, f"runs {times} for each row") for repeat in repeats),
        Related(parting.span, "both paths start here"),
        *(Related(step.span, "the paths also meet here") for step in more),
    )
    return Problem(
        span=here,
        message=f"{names} {run} {times} for each row: the frame of {where} reaches {into} {ways} "
        "times, and nothing keeps its result",
        remedy=_collecting(case, parting, here),
        on_ray=False,
        severity=Severity.WARNING,
        at_most=Confidence.POSSIBLE if sample else Confidence.CERTAIN,
        assumptions=_assumptions_of_paths(case, repeats),
        related=tuple(fromkey for fromkey in dict.fromkeys(related) if fromkey.span != here),
    )


def _assumptions_of_paths(case: Case, repeats: list[Repeated]) -> tuple[str, ...]:
    action = case.pipeline.action
    here = repeats[0].meetings[0].span
    steps = [(repeat.operator, repeat.call.span) for repeat in repeats]
    steps += [(step, step.span) for repeat in repeats for step in repeat.meetings]
    for repeat in repeats:
        if repeat.operator.maybe:
            steps += [(passed.step, passed.step.span) for way in repeat.ways for passed in way]
    taken = [assuming_taken(step, place, action, here) for step, place in steps if step.maybe]
    if action is None:
        taken.append("all rows and columns of this frame are read")
    return tuple(dict.fromkeys(taken))
