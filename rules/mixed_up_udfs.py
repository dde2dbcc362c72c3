"""DFT110: UDF calls in one expression that Daft mixes up."""

from __future__ import annotations

from collections.abc import Iterator

from daft_lint.findings import Related, Severity
from daft_lint.plan.pipeline import OperatorKind
from daft_lint.rule import Case, Problem, rule
from daft_lint.scheduling.mixed_up_calls import FIRST_SEEN, LAST_SEEN, Mixed, mixed_calls
from daft_lint.scheduling.optimiser import needed_by


@rule("DFT110", "mixed-up-udfs", needs_work=True, everywhere=True, since="0.1.0")
def mixed_up_udfs(case: Case) -> Iterator[Problem]:
    """Two UDF calls in one expression, where Daft runs only one and uses its result for both.

    ## What it does

    Looks at each expression as Daft builds it, for UDF calls below different operators or
    functions. Daft numbers the UDFs below each operator from the start again, so the first UDF
    below one operator gets the same column as the first UDF below another.

    Daft also builds one expression from code that is written as several:

    - The conditions of consecutive filters, even if Daft moves one past steps that it doesn't
      depend on.
    - Columns that are read only once, and that no later step keeps: Daft inlines them into the
      expression that reads them.

    Measured on Daft 0.6.4, 0.7.0 and 0.7.26, for every kind of UDF, including legacy ones and
    pools:

    | written | result |
    | --- | --- |
    | `.where((f(a) > 1) & (g(b) > 15))` | wrong |
    | `.where(f(a) > 1).where(g(b) > 15)` | wrong |
    | `(f(a) + 1) * (g(b) + 1)` | wrong |
    | `f(a) + g(b) + h(a)` | wrong: `f(a) + g(b)` is below the second `+` |
    | `f(a) + g(b)`, `f(a) < g(b)` | right: both are below the same operator |
    | `f(g(a))`, `f(a) + f(g(b))` | right: arguments of a UDF are an expression of their own |
    | `is_new(a) & is_good(b)` | right |
    | `is_new(a) & is_good(b) & is_long(b)` | wrong |
    | columns `x = f(a)` and `y = g(b)`, then `.where((x > 1) & (y > 15))` | right |
    | columns `x = f(a)` and `y = g(b)`, then `.select(x + y)` | wrong: nothing else reads them |
    | columns `x = f(a)` and `y = g(b)`, then `s = x + y`, and `x` is kept to the end | right |

    It stays silent on expressions with `coalesce`, `list_map`, `apply`, aggregations, and methods
    if it doesn't know how Daft builds them.

    ## Why it is bad

    There is no error. The second UDF isn't run, and the result of the first is used in its place:
    filters keep wrong rows, and columns hold wrong values.

    ## Example

    ```python
    df = df.where((clarity(col("image")) > 0.5) & (toxicity(col("text")) < 0.1))
    ```

    ## Use instead

    ```python
    df = df.with_column("clarity", clarity(col("image")))
    df = df.with_column("toxicity", toxicity(col("text")))
    df = df.where((col("clarity") > 0.5) & (col("toxicity") < 0.1))
    ```

    If a column is computed from both, and the two columns aren't kept to the end, put a `collect()`
    before that step to keep Daft from merging them.

    ## Fix safety

    There is no automatic fix: it would change the pipeline's results.

    ## References

    - `split_udfs.rs` and `push_down_projection.rs` of Daft 0.7.26
    - [How Daft schedules](../how-daft-schedules.md)
    """
    plan = case.prediction.optimised.plan
    needed = needed_by(case.pipeline.action, plan).at_least
    for mixed in mixed_calls(case.pipeline.plan, plan, needed):
        first, second = mixed.first, mixed.second
        yield Problem(
            span=second.span,
            message=_message(mixed),
            remedy=_remedy(mixed),
            on_ray=False,
            severity=Severity.ERROR,
            assumptions=_assumptions(case, mixed),
            related=(Related(first.span, "its result is used for both"),),
            counts_in_tests=True,
        )


def _message(mixed: Mixed) -> str:
    first, second = mixed.first, mixed.second
    line = first.span.line_from(second.span)
    if first.udf.name == second.udf.name:
        return (
            f"Daft doesn't run this `{second.udf.name}`: it uses the result of the one on {line} "
            "instead"
        )
    return (
        f"Daft doesn't run `{second.udf.name}` here: it uses the result of `{first.udf.name}` on "
        f"{line} instead"
    )


def _remedy(mixed: Mixed) -> str:
    step = f"the `{mixed.step.method}` on {mixed.step.span.line_from(mixed.second.span)}"
    if mixed.step.kind is OperatorKind.FILTER:
        return (
            "make each call a column of its own first, using with_column, and filter on those "
            "columns"
        )
    if mixed.put_together:
        return (
            f"call .collect() before {step}, or keep the columns to the end: if nothing else "
            "reads them, Daft merges them into one expression"
        )
    return (
        "make each call a column of its own first, and keep those columns to the end or call "
        f".collect() before {step}: otherwise Daft merges them into one expression again"
    )


def _assumptions(case: Case, mixed: Mixed) -> tuple[str, ...]:
    version = case.daft_version
    said = []
    if not FIRST_SEEN <= version <= LAST_SEEN:
        said.append(f"Daft {_dotted(version)} mixes up UDFs like {_dotted(LAST_SEEN)}")
    if mixed.assumed:
        said.append("unknown values used together with the UDFs hold no expressions")
    return tuple(said)


def _dotted(version: tuple[int, ...]) -> str:
    return ".".join(map(str, version))
