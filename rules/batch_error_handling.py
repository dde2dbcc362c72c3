"""DFT311: on_error and max_retries of a UDF that gets whole batches."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from typing import TYPE_CHECKING

from daft_lint.findings import Confidence, Related, Severity
from daft_lint.plan.pipeline import UdfKind
from daft_lint.rule import Definition, Problem, definition_rule

if TYPE_CHECKING:
    from daft_lint.plan.span import Span
    from daft_lint.udf_code.definitions import UdfFunction, UdfOption

_NULLING = frozenset({"ignore", "log"})
_LOOPS = (ast.For, ast.AsyncFor, ast.While)
# What Daft cuts rows into where nothing else does.
_LARGEST = 131_072


@definition_rule("DFT311", "batch-error-handling", since="0.1.0")
def batch_error_handling(definition: Definition) -> Iterator[Problem]:
    """on_error or max_retries on a batch UDF, where they affect the whole batch, not the bad row.

    ## What it does

    Fires on `on_error="ignore"` and `"log"` of a UDF that gets batches of more than one row, and on
    `max_retries` of a UDF that loops over the rows. It stays silent if the code handles errors in
    that loop: then the option only applies to errors that the loop lets through.

    ## Why it is bad

    One bad row turns all rows of its batch into nulls, without an error: the data is lost. Retries
    run the whole batch again, including the rows that were done, with their costs and side effects.

    Measured on Daft 0.7.26 with 10,000 rows, one of them bad, and `on_error="ignore"`; `"log"` does
    the same:

    | UDF | nulls |
    | --- | ---: |
    | `@daft.func.batch` | 10,000 |
    | `@daft.method.batch(batch_size=1000)` | 1,000 |
    | `@daft.func.batch(batch_size=100)` | 100 |
    | `@daft.func` | 1 |

    With `max_retries=3`, a batch of 10,000 rows with a bad one ran four times: 40,000 rows.

    ## Example

    ```python
    @daft.func.batch(return_dtype=DataType.int64(), on_error="ignore")
    def width(images: Series) -> list[int]:
        return [read_width(image) for image in images.to_pylist()]
    ```

    ## Use instead

    ```python
    @daft.func(on_error="ignore")
    def width(image: bytes) -> int:
        return read_width(image)
    ```

    Or handle each row's error inside the UDF, and return None for that row.

    ## Fix safety

    There is no automatic fix: whether single rows, smaller batches or an error handler is best
    depends on what the code does with a batch.

    ## References

    - `src/daft-dsl/src/python_udf/batch.rs` in Daft 0.7.26
    """
    from daft_lint.values.values import UdfForm

    reported: set[Span] = set()
    # `@daft.udf` takes neither option: DFT309 reports them there.
    functions = () if definition.udf.form is UdfForm.LEGACY else definition.udf.functions
    for function in functions:
        if function.kind is not UdfKind.BATCH or _handles_rows(function):
            continue
        for name in ("on_error", "max_retries"):
            option = function.option(name) or definition.udf.option(name)
            if option is not None and option.span not in reported:
                reported.add(option.span)
                yield from _problems(definition, function, option)


def _problems(
    definition: Definition, function: UdfFunction, option: UdfOption
) -> Iterator[Problem]:
    from daft_lint.values.values import Number, Text

    rows, value = _rows(definition, function), option.value
    many = "as many rows as the program sets" if rows is None else f"up to {rows:,} rows"
    related = (Related(function.span, f"a call of `{function.name}` gets {many}"),)
    if isinstance(value, Text) and value.pattern in _NULLING and rows != 1:
        yield Problem(
            span=option.span,
            message=f"one bad row turns its whole batch into nulls, {many} "
            "(measured: 10,000 nulls for 1 bad row of 10,000)",
            remedy="make it a row-wise UDF, where one bad row is one null; or handle each row's "
            "error inside it; or set a smaller batch_size",
            on_ray=False,
            severity=Severity.WARNING,
            related=related,
        )
    if isinstance(value, Number) and value.quantity.known and value.quantity.low >= 1:
        times = value.quantity.count + 1
        if rows != 1 and _loops(function):
            yield Problem(
                span=option.span,
                message=f"one bad row makes the whole batch run up to {times} times, including "
                "the rows that were done (measured: 40,000 rows run for 10,000)",
                remedy="retry the row inside; or make it a row-wise UDF; or set a smaller "
                "batch_size",
                on_ray=False,
                severity=Severity.WARNING,
                at_most=Confidence.LIKELY,
                assumptions=("a row costs something or has side effects",),
                related=related,
            )


def _rows(definition: Definition, function: UdfFunction) -> int | None:
    """The most rows of a batch; None where the program sets Daft's `default_morsel_size`."""
    from daft_lint.values.values import Number

    option = function.option("batch_size") or definition.udf.option("batch_size")
    calls = (use.call.udf for use in definition.uses)
    if option is None and any(
        udf.span == function.span and udf.batch_size is not None for udf in calls
    ):
        return None
    if option is None or not isinstance(option.value, Number) or not option.value.quantity.known:
        return _LARGEST
    return option.value.quantity.count


def _loops(function: UdfFunction) -> bool:
    """Whether it goes over something in a loop that calls something for each of it."""
    repeated: list[ast.AST] = []
    for node in function.names.walk(*function.node.body):
        if isinstance(node, _LOOPS):
            repeated += node.body
        elif isinstance(node, ast.ListComp | ast.GeneratorExp | ast.SetComp):
            repeated.append(node.elt)
    return any(isinstance(node, ast.Call) for node in function.names.walk(*repeated))


def _handles_rows(function: UdfFunction) -> bool:
    """Whether errors are handled in a loop over the rows."""
    names = function.names
    return any(
        isinstance(inner, ast.Try)
        for node in names.walk(*function.node.body)
        if isinstance(node, _LOOPS)
        for inner in names.walk(*node.body)
    )
