"""DFT110: UDF calls in one expression that Daft mixes up."""

from __future__ import annotations

from collections.abc import Iterator

from daft_lint.findings import Related, Severity
from daft_lint.plan.pipeline import OperatorKind
from daft_lint.rule import Case, Problem, rule
from daft_lint.scheduling.mixing import FIRST_SEEN, LAST_SEEN, Mixed, mixed_calls
from daft_lint.scheduling.optimiser import needed_by


@rule("DFT110", "mixed-up-udfs", needs_work=True, since="0.1.0")
def mixed_up_udfs(case: Case) -> Iterator[Problem]:
    """Two UDF calls in one expression of which Daft runs one and takes its result for both.

    ## What it does

    Looks at each expression as Daft puts it together, for UDF calls that stand below different
    operators or functions. Daft numbers the UDFs below each of these from the start again, so that
    the first one below the one gets the same column as the first one below the other.

    What Daft takes for one expression is more than what is written as one:

    - The conditions of filters that follow each other, also where Daft moves one past steps that
      it doesn't depend on.
    - Columns that are read only once, and that no later step keeps: Daft puts what makes them into
      the expression that reads them.

    Measured on Daft 0.6.4, 0.7.0 and 0.7.26, for every kind of UDF, legacy ones and pools too:

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
    | columns `x = f(a)` and `y = g(b)`, then `.select(x + y)` | wrong: nobody else reads them |
    | columns `x = f(a)` and `y = g(b)`, then `s = x + y`, and `x` is kept to the end | right |

    It keeps silent on expressions with `coalesce`, `list_map`, `apply`, aggregations, and methods
    of which it doesn't know how Daft builds them.

    ## Why it is bad

    There is no error. The second UDF isn't run, and its place in the expression is taken by the
    result of the first: filters keep wrong rows, and columns hold wrong values.

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

    When it is a column that is computed from both, and the two columns aren't kept to the end, a
    `collect()` before that step keeps Daft from putting them together.

    ## Fix safety

    There is no automatic fix: it changes what the pipeline gives.

    ## References

    - `split_udfs.rs` and `push_down_projection.rs` of Daft 0.7.26
    - [How Daft schedules](../how-daft-schedules.md)
    """
    needed = needed_by(case.pipeline.action)
    for mixed in mixed_calls(case.pipeline.plan, case.prediction.optimised.plan, needed):
        first, second = mixed.first, mixed.second
        yield Problem(
            span=second.span,
            message=_message(mixed),
            remedy=_remedy(mixed),
            on_ray=False,
            severity=Severity.ERROR,
            assumptions=_assumptions(case, mixed),
            related=(Related(first.span, "its result is taken for both"),),
            counts_in_tests=True,
        )


def _message(mixed: Mixed) -> str:
    first, second = mixed.first, mixed.second
    line = first.span.line_from(second.span)
    if first.udf.name == second.udf.name:
        return f"this `{second.udf.name}` isn't run: Daft takes the result of the one on {line}"
    return (
        f"`{second.udf.name}` isn't run here: Daft takes the result of `{first.udf.name}` "
        f"on {line} for it"
    )


def _remedy(mixed: Mixed) -> str:
    step = f"the `{mixed.step.method}` on {mixed.step.span.line_from(mixed.second.span)}"
    if mixed.step.kind is OperatorKind.FILTER:
        return "make a column of each call first, with with_column, and filter on these columns"
    if mixed.put_together:
        return (
            f"call .collect() before {step}, or keep the columns to the end: where nobody else "
            "reads them, Daft makes one expression of them"
        )
    return (
        f"make a column of each call first, and keep these columns to the end or call .collect() "
        f"before {step}: else Daft makes one expression of them again"
    )


def _assumptions(case: Case, mixed: Mixed) -> tuple[str, ...]:
    version = case.prediction.daft_version
    said = []
    if not FIRST_SEEN <= version <= LAST_SEEN:
        said.append(f"Daft {_dotted(version)} mixes up UDFs as {_dotted(LAST_SEEN)} does")
    if mixed.assumed:
        said.append("the values beside the UDFs that aren't known hold no expressions")
    return tuple(said)


def _dotted(version: tuple[int, ...]) -> str:
    return ".".join(map(str, version))
