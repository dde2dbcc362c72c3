"""DFT306: a loop in a batch UDF that converts the whole batch for each row."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import TYPE_CHECKING

from daft_lint.findings import Edit, Fix, Related, Safety, Severity
from daft_lint.plan.pipeline import UdfKind
from daft_lint.records import replace
from daft_lint.rule import Definition, Problem, definition_rule

if TYPE_CHECKING:
    from daft_lint.udf_code.definitions import UdfFunction
    from daft_lint.udf_code.row_loops import Conversion


@definition_rule("DFT306", "row-loop-in-batch-udf", since="0.1.0")
def row_loop_in_batch_udf(definition: Definition) -> Iterator[Problem]:
    """A loop over the rows of a batch that converts the whole batch again for each of them.

    ## What it does

    Looks for `batch.to_pylist()` inside of a loop over the rows of a batch UDF, where `batch` is a
    parameter that is never bound again.

    A plain loop over the rows is fine and isn't reported: see below.

    ## Why it is bad

    A conversion takes time in proportion to the size of the batch, and the loop converts once per
    row: its time grows with the square of the size.

    Measured on Daft 0.7.26 with a batch of 100,000 strings: `texts.to_pylist()[i]` for the first
    2,000 of them took 22.5 s. One `texts.to_pylist()` before a loop over all took 0.08 s.

    A loop over a list is fast: `[text.upper() for text in texts.to_pylist()]` in a
    `@daft.func.batch` took 0.11 s for 300,000 strings, and the same as a `@daft.func`, row by row,
    1.09 s. So there is nothing to gain from turning it into a row-wise UDF.

    ## Example

    ```python
    @daft.func.batch(return_dtype=DataType.string())
    def join(first: Series, last: Series) -> list[str]:
        return [f"{name} {last.to_pylist()[i]}" for i, name in enumerate(first.to_pylist())]
    ```

    ## Use instead

    ```python
    @daft.func.batch(return_dtype=DataType.string())
    def join(first: Series, last: Series) -> list[str]:
        last_list = last.to_pylist()
        return [f"{name} {last_list[i]}" for i, name in enumerate(first.to_pylist())]
    ```

    ## Fix safety

    A batch doesn't change while the UDF runs, so converting it once before the loop is safe, if
    each iteration only reads items from the list. The fix is only offered then.

    ## References

    - `Series.to_pylist` in Daft 0.7.26
    """
    from daft_lint.udf_code.row_loops import conversions_in_loops

    for function in definition.udf.functions:
        if function.kind is not UdfKind.BATCH:
            continue
        for found in conversions_in_loops(function):
            yield _problem(function, found)


def _problem(function: UdfFunction, found: Conversion) -> Problem:
    names = function.names
    first, *_ = found.nodes
    code = names.code(first)
    fix = Fix(f"call `{code}` once, before the loop")
    edits = _hoisted(function, found)
    return Problem(
        span=names.span(first),
        message=f"`{code}` converts the whole batch again for each row: 1,000 rows cost 1,000 "
        "conversions instead of 1",
        remedy=replace(fix, safety=Safety.SAFE, edits=edits) if edits else fix,
        severity=Severity.WARNING,
        related=(Related(names.span(found.loop), "this loop runs over the rows"),),
    )


def _hoisted(function: UdfFunction, found: Conversion) -> tuple[Edit, ...]:
    """The edits that convert once; none where the list may be changed or it isn't plain how."""
    names = function.names
    text = names.code(function.node)
    name = f"{found.parameter}_list"
    if found.statement is None or not found.items_only:
        return ()
    if re.search(rf"\b{name}\b", text) or names.home(name) is not None:
        return ()
    start = names.span(found.statement)
    here = replace(start, end_line=start.line, end_column=start.column)
    line = f"{name} = {names.code(found.nodes[0])}\n{' ' * (start.column - 1)}"
    return (Edit(here, line), *(Edit(names.span(node), name) for node in found.nodes))
