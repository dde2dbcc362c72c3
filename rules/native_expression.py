"""DFT308: a UDF that does what a built-in expression does."""

from __future__ import annotations

from collections.abc import Iterator
from math import floor
from typing import TYPE_CHECKING

from daft_lint.documents.project import may_import
from daft_lint.findings import Fix, Related, Safety, Severity
from daft_lint.rule import Definition, Problem, definition_rule
from daft_lint.words import listed

if TYPE_CHECKING:
    from daft_lint.equivalences.matching import Match

_WHERE = "with Daft 0.7.26 on the native runner"
# The oldest version of Daft whose expressions were compared.
_FIRST_VERSION = (0, 7)


@definition_rule("DFT308", "native-expression", since="0.1.0")
def native_expression(definition: Definition) -> Iterator[Problem]:
    """A UDF whose whole body is a built-in expression of Daft.

    ## What it does

    Fires on a function under `@daft.func`, `@daft.func.batch` or `@daft.udf` that returns for each
    row what a built-in expression returns, or several of them in a row:

    | Python | Daft | times as fast |
    | --- | --- | ---: |
    | `x.upper()`, `x.lower()` | `x.upper()`, `x.lower()` | 34, 31 |
    | `x.strip()` | `x.regexp_replace(...)` | 32 |
    | `len(x.split())` | `x.regexp_count(...)` | 43 |
    | `len(x)` of a string or a list | `x.length()` | 113, 148 |
    | `x + y`, `x - y`, `x * y`, `x / y` of floats | the same | 100 to 137 |

    A function isn't reported if no pipeline of the file uses it and no other file of the project
    imports it: the fix itself leaves such a function behind.

    Each of these expressions is proven equal on Daft 0.7.26: its results were compared with the
    UDF's on nulls, empty values, every Unicode character, the extremes of floats, NaN and infinity.
    A function that does anything else, handles errors, returns something for None, or has options
    such as `on_error` isn't reported.

    ## Why it is bad

    A UDF turns every value into a Python object and back, under the lock of the interpreter. An
    expression runs on whole columns, on all cores, and the optimiser understands it: it can push a
    filter on it down to the source. The table says how much faster than a `@daft.func` each was
    measured to be, on 100,000 rows on the native runner. Under `@daft.func.batch` and `@daft.udf`,
    the finding is an info without a figure: a loop over a batch saves the calls for each row.
    Twelve expressions were 2 to 50 times as fast as such a loop on short values, and `strip` with
    `lower` no faster on texts of 40 characters.

    ## Example

    ```python
    @daft.func
    def count_characters(text: str) -> int:
        return len(text)


    df = df.with_column("length", count_characters(col("text")))
    ```

    ## Use instead

    ```python
    df = df.with_column("length", col("text").length().cast(daft.DataType.int64()))
    ```

    ## Fix safety

    The calls in the file are replaced, the definition stays. That is safe if the function returns
    None for None, no value makes it fail, and annotations give the types. It is unsafe if the
    function fails on nulls or other values but the expression doesn't, and if a type is assumed. If
    one of the calls can't be edited, none is.

    ## References

    - `tests/native/test_equivalences.py`, the proof
    - `daft/functions` in Daft 0.7.26
    """
    from daft_lint.equivalences.call_edits import edits
    from daft_lint.equivalences.matching import match

    if definition.daft_version < _FIRST_VERSION:
        return
    found = match(definition.udf)
    if found is None or not _is_used(definition):
        return
    # A call that two pipelines use is one place all the same.
    uses = dict.fromkeys(use.call.span for use in definition.uses)
    changes = edits(definition.udf, found, set(uses))
    safety = Safety.SAFE if found.exact and found.speed_up is not None else Safety.UNSAFE
    yield Problem(
        span=definition.udf.span,
        message=f"`{definition.udf.name}` does in Python what a built-in expression of Daft does",
        remedy=Fix(
            _remedy(found, edited=bool(changes)),
            safety if changes else Safety.DISPLAY_ONLY,
            changes,
        ),
        on_ray=False,
        severity=Severity.INFO if found.speed_up is None else Severity.WARNING,
        assumptions=found.assuming,
        related=(
            Related(found.value, "this is all it does for a row"),
            *(Related(use, "used here") for use in uses),
        ),
    )


def _is_used(definition: Definition) -> bool:
    """Whether a pipeline of the file uses it, or another file of the project may."""
    udf = definition.udf
    return bool(definition.uses) or may_import(definition.project, udf.span.path, udf.name)


def _remedy(found: Match, *, edited: bool) -> str:
    """The expression, how much faster it is, and where only the UDF fails.

    Calls that aren't edited may pass plain values, which have no methods of expressions.
    """
    columns = [f"`{name}`" for name in found.function.parameters]
    several = len(columns) > 1
    text = f"use `{found.expression()}` on the column{'s' if several else ''} {listed(columns)}"
    if several and not edited:
        text += ", and wrap plain values in `daft.lit()`"
    if found.speed_up is not None:
        how = "measured" if len(found.applied.rows) == 1 else "estimated from measurements"
        text += f": {_times(found.speed_up)} as fast, {how} {_WHERE}"
    if found.failing:
        text += f"; the UDF fails on {listed(found.failing)}, but the expression doesn't"
    return text


def _times(speed_up: float) -> str:
    step = 10 if speed_up >= 20 else 1
    return f"about {floor(speed_up / step) * step} times"
