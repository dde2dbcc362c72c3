"""DFT210: the same UDF on the same columns twice in one plan."""

from __future__ import annotations

from collections.abc import Iterator

from daft_lint.findings import Confidence, Related, Severity
from daft_lint.plan.pipeline import Columns, Operator, OperatorKind, UdfCall, UdfKind
from daft_lint.rule import Case, Problem, rule
from daft_lint.scheduling.optimiser.columns import written
from daft_lint.scheduling.partitions.executions import runs_on_sample

_PLACES = frozenset({OperatorKind.PROJECT, OperatorKind.FILTER})


@rule("DFT210", "duplicate-udf-call", needs_work=True, everywhere=True, since="0.1.0")
def duplicate_udf_call(case: Case) -> Iterator[Problem]:
    """The same UDF on the same columns twice in one plan: every row goes through it twice.

    ## What it does

    Fires on a UDF call that occurs twice in a plan: the same UDF, made with the same arguments, on
    the same expressions, with no step in between that changes the columns they read.

    Measured on Daft 0.7.26 for every kind of UDF, including legacy ones and pools:

    | written | calls for 100 rows |
    | --- | --- |
    | `f(col("x"))` written twice, in one `with_columns` or `select` or in two steps | 200 |
    | `f(col("x")) * f(col("x"))` | 200 |
    | `.where(f(col("x")) > 0)` and a column `f(col("x"))` | 200 |
    | `y = f(col("x"))` once, `y` used in several columns | 100 |
    | `y = f(col("x"))` once, `y` used in a filter and in a column | 200 |
    | `.where((f(col("x")) > 0) & (f(col("x")) < 9))` | 100 |
    | `.with_column("y", f(col("x"))).where(col("y") > 0)` | 100 |

    So an expression that is assigned to a variable and used in several columns isn't reported, and
    neither are two calls in one filter: Daft runs them once.

    ## Why it is bad

    Daft gives every UDF call its own identity and never merges two calls. A model sees each row
    twice; a pool has two sets of actors.

    ## Example

    ```python
    df = df.where(score(col("text")) > 0.5)
    df = df.with_column("score", score(col("text")))
    ```

    ## Use instead

    ```python
    df = df.with_column("score", score(col("text")))
    df = df.where(col("score") > 0.5)
    ```

    ## Fix safety

    A UDF may return a different result each time, such as a sample from a language model, so there
    is no automatic fix.

    ## References

    - [How Daft schedules](../how-daft-schedules.md)
    """
    operators = case.prediction.optimised.plan.operators
    calls = [
        (place, call)
        for place, step in enumerate(operators)
        for call in step.calls
        if not call.doubtful
    ]
    known: dict[str | None, list[tuple[int, UdfCall]]] = {}
    for second, other in calls:
        earlier = known.setdefault(other.work, [])
        for first, call in earlier:
            if not _is_same_work(call, other) or _is_merged(operators, first, second, call, other):
                continue
            if not _is_changed(operators[first:second], call.reads or frozenset()):
                yield _problem(case, operators[first], operators[second], call, other)
                break
        earlier.append((second, other))


def _is_same_work(call: UdfCall, other: UdfCall) -> bool:
    return (
        call.work is not None
        and call.work == other.work
        and call.reads is not None
        and call.udf.kind is not UdfKind.GENERATOR
    )


def _is_merged(
    operators: tuple[Operator, ...], first: int, second: int, call: UdfCall, other: UdfCall
) -> bool:
    """Whether Daft may run both as one: one expression in several columns, calls in one filter."""
    steps = operators[first], operators[second]
    if any(step.maybe or step.kind not in _PLACES for step in steps):
        return True
    filters = [step.kind is OperatorKind.FILTER for step in steps]
    if all(filters) and steps[0].span == steps[1].span:
        return True
    return call.span == other.span and filters[0] == filters[1]


def _is_changed(between: tuple[Operator, ...], reads: Columns) -> bool:
    """Whether a step may change the columns that are read."""
    for step in between:
        if step.kind is OperatorKind.FILTER:
            continue
        made = written(step)
        if made is None or made & reads or step.kind in {OperatorKind.OPAQUE, OperatorKind.JOIN}:
            return True
    return False


def _problem(
    case: Case, first: Operator, second: Operator, given_call: UdfCall, other: UdfCall
) -> Problem:
    earlier, later = sorted((given_call, other), key=lambda call: call.span)
    name = given_call.udf.name
    sample = runs_on_sample(case.prediction.flow, first)
    why, related = "the same expression is a filter and a column", Related(first.span, "first here")
    if earlier.span != later.span:
        place = earlier.span.line_from(later.span)
        place = "this line" if place == later.span.shown_line else place
        why, related = f"{place} calls it on the same columns", Related(earlier.span, "first here")
    return Problem(
        span=later.span,
        message=f"`{name}` runs twice for each row: {why}",
        remedy=_remedy(name, first, second),
        on_ray=False,
        severity=Severity.WARNING,
        at_most=Confidence.POSSIBLE if sample else Confidence.CERTAIN,
        assumptions=(f"`{name}` always returns the same result for the same row",),
        related=(related,),
    )


def _remedy(name: str, first: Operator, second: Operator) -> str:
    if OperatorKind.FILTER in {first.kind, second.kind}:
        return f"make `{name}` a column first, and filter on that column"
    if first is second:
        return (
            "assign the expression to a variable and use that in both places: then Daft runs it "
            "once"
        )
    return f"make `{name}` a column, and use that column the second time"
