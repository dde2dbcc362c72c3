"""DFT209: all rows of a UDF pipeline pulled to the driver."""

from __future__ import annotations

import math
from collections.abc import Iterator

from daft_lint.findings import Confidence, Related, Severity
from daft_lint.plan.pipeline import Action, Operator, OperatorKind, UdfCall
from daft_lint.rule import Case, Problem, rule

# What each method builds in the driver of all the rows, and from how many rows on that is much.
# Measured on Daft 0.7.26: Python objects take 14 times the memory of the data, Arrow tables twice.
_BUILDS = {
    "to_arrow": ("an Arrow table", 10_000_000),
    "to_pandas": ("a pandas frame", 10_000_000),
    "to_pydict": ("Python objects", 1_000_000),
    "to_pylist": ("Python objects", 1_000_000),
}
# Rows that hold media are much far earlier.
_MANY_HEAVY_ROWS = 10_000
_FEWER = frozenset(
    {
        OperatorKind.AGGREGATE,
        OperatorKind.DISTINCT,
        OperatorKind.FILTER,
        OperatorKind.JOIN,
        OperatorKind.LIMIT,
        OperatorKind.OPAQUE,
        OperatorKind.SAMPLE,
    }
)


@rule("DFT209", "driver-materialisation", needs_work=True, everywhere=True, since="0.1.0")
def driver_materialisation(case: Case) -> Iterator[Problem]:
    """All rows of a UDF pipeline pulled into the memory of the driver.

    ## What it does

    Fires, after a UDF, on `to_pydict` and `to_pylist` of a million rows or more, on `to_pandas` and
    `to_arrow` of ten million, and on all four of ten thousand rows that hold downloaded or decoded
    data. The number of rows must be known from the code, a hint or the configuration; otherwise the
    finding is at most `possible`, and only if no step reduces the rows.

    Pulling small results to the driver is normal: after a `limit`, a `groupby`, a filter or a
    `count`, nothing is reported.

    ## Why it is bad

    The workers made the rows in many processes; now one process holds them all, and the actors'
    results wait for it. 50,000 rows of 256 floats, 49 MiB as Arrow data, took 670 MiB more memory
    in the driver with `to_pydict` or `to_pylist`, 121 MiB with `to_arrow`, 75 MiB with
    `iter_partitions` (Daft 0.7.26, native runner). With enough rows, the run ends in an
    out-of-memory kill after all the work is done.

    ## Example

    ```python
    df = daft.range(5_000_000, partitions=64)
    df = df.with_column("vector", embed(col("id")))
    vectors = df.to_pydict()["vector"]
    ```

    ## Use instead

    ```python
    df = daft.range(5_000_000, partitions=64)
    df = df.with_column("vector", embed(col("id")))
    df.write_parquet("vectors/")
    ```

    If the program needs the rows itself, `for row in df.iter_rows()` and `for part in
    df.iter_partitions()` hold only a few at a time.

    ## Fix safety

    There is no automatic fix: only you know what the rows are needed for.

    ## References

    - `DataFrame.iter_rows` and `DataFrame.iter_partitions` in Daft 0.7.26
    """
    action = case.pipeline.action
    if action is None or action.method not in _BUILDS:
        return
    call = _last_call(case)
    if call is None:
        return
    rows = case.prediction.flow.end.rows
    heavy = _heavy_step(case)
    many = _BUILDS[action.method][1]
    bound = many if heavy is None else _MANY_HEAVY_ROWS
    if rows.low >= bound:
        in_memory = case.pipeline.plan.source.in_memory
        said = f"{rows} rows"
        surest = Confidence.POSSIBLE if in_memory else Confidence.CERTAIN
    elif math.isinf(rows.high) and rows.low == 0 and not _may_be_few(case):
        said, surest = "rows", Confidence.POSSIBLE
    else:
        return
    yield Problem(
        span=action.span,
        message=_message(action, said, heavy),
        remedy="write them (`write_parquet`), or read them a few at a time: `iter_rows()`, "
        "`iter_partitions()`",
        rests_on=(rows,),
        on_ray=False,
        severity=Severity.WARNING,
        at_most=surest,
        related=(
            Related(case.pipeline.plan.source.span, "the rows come from here"),
            Related(call.span, "the UDF runs here"),
        ),
    )


def _message(action: Action, rows: str, heavy: Operator | None) -> str:
    what = _BUILDS[action.method][0]
    data = (
        "" if heavy is None else f", including what {heavy.span.line_from(action.span)} computed,"
    )
    return f"`{action.method}` builds {what} of all {rows}{data} in the driver's memory"


def _last_call(case: Case) -> UdfCall | None:
    """The last UDF call of the plan that runs."""
    calls = [call for step in case.prediction.optimised.plan.operators for call in step.calls]
    return calls[-1] if calls else None


def _heavy_step(case: Case) -> Operator | None:
    """The step that made the rows heavy, if what it made surely comes to the driver."""
    found = None
    for step in case.prediction.optimised.plan.operators:
        if step.heavy and step.writes:
            found = step
        elif found is not None and not _keeps(step, found):
            found = None
    return found


def _keeps(step: Operator, heavy: Operator) -> bool:
    if step.writes is None:
        return step.kind is OperatorKind.BARRIER
    made = heavy.writes or frozenset()
    stays = step.keeps is None or bool(step.keeps & made)
    return stays and step.drops is not None and not (step.writes | step.drops) & made


def _may_be_few(case: Case) -> bool:
    """Whether something on the way, or the source itself, makes for few rows."""
    source = case.pipeline.plan.source
    operators = case.prediction.optimised.plan.operators
    known = source.name.startswith("daft.") and not source.in_memory
    return not known or any(step.kind in _FEWER for step in operators)
