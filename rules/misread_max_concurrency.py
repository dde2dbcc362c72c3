"""DFT302: max_concurrency where Daft doesn't take it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from daft_lint.findings import Confidence, Edit, Fix, Related, Safety, Severity
from daft_lint.plan.pipeline import OperatorKind, UdfKind
from daft_lint.plan.quantity import Quantity
from daft_lint.records import replace
from daft_lint.rule import Definition, Problem, definition_rule
from daft_lint.rule_parts.class_form import as_pool
from daft_lint.rule_parts.refusal_confidence import refusal_confidence

if TYPE_CHECKING:
    from daft_lint.udf_code.definitions import UdfFunction, UdfOption

# From this version on, functions take max_concurrency at all: coroutines of async ones.
_TAKEN_BY_FUNCTIONS = (0, 7, 5)
# The rows of a morsel that nothing else cuts.
_LARGEST = 131_072


@definition_rule("DFT302", "misread-max-concurrency", since="0.1.0")
def misread_max_concurrency(definition: Definition) -> Iterator[Problem]:
    """max_concurrency where Daft doesn't accept it, or where it limits nothing.

    ## What it does

    Fires on `max_concurrency` in `@daft.func` and `@daft.func.batch` over a function that isn't
    async, and in `@daft.method` and `@daft.method.batch`. It also reports `max_concurrency` on
    async UDFs over single rows, unless the file uses `into_batches`.

    ## Why it is bad

    Daft raises as soon as the decorator runs, so the module can't be imported. Measured:

    - `@daft.func(max_concurrency=4)` over a synchronous function: `ValueError` on 0.7.26,
      `TypeError` on 0.6.4 (0.7.5 brought the option, for async functions).
    - `@daft.method(max_concurrency=4)`: `TypeError` on every version.

    A pool of actors belongs to a class. For async functions and methods, `max_concurrency` is the
    number of batches at a time. Over single rows, all rows of a morsel (batch) run at once,
    regardless of the number. Measured on Daft 0.7.26: 500 of 500 rows natively with
    `max_concurrency=4`, and with 1; 200 of 200 on Ray. A service that allows four requests at a
    time gets hundreds. With an `asyncio.Semaphore(4)` there were 4.

    ## Example

    ```python
    @daft.func(max_concurrency=4)
    def tag(title: str) -> str: ...
    ```

    ## Use instead

    ```python
    @daft.cls(max_concurrency=4)
    class Tag:
        def __call__(self, title: str) -> str: ...
    ```

    ## Fix safety

    Without the option the function runs inside the task, so there is no pool: unsafe. For a method,
    the option moves to the class, where it makes a pool for all of its methods.

    ## References

    - [How Daft schedules](../how-daft-schedules.md)
    - `daft/udf/udf_v2.py` and `async_udf.rs` in Daft 0.7.26
    - Pull request 6302 in Daft's repository
    """
    from daft_lint.values.values import UdfForm

    udf = definition.udf
    if udf.form in {UdfForm.FUNC, UdfForm.FUNC_BATCH}:
        option = udf.option("max_concurrency")
        number = _number(option)
        function = udf.functions[0]
        if option is not None and number is not None and not function.is_async:
            yield Problem(
                span=option.span,
                message=f"`{udf.name}` isn't async, so `max_concurrency` raises "
                f"{_error(definition)} when it is defined",
                remedy=_dropped(definition, option),
                rests_on=(number,),
                severity=Severity.ERROR,
                at_most=refusal_confidence(definition, option.node),
                related=(Related(udf.span, f"`{udf.name}` isn't `async def`"),),
                fixes=(Fix(as_pool(definition, number)),),
            )
    if udf.form is UdfForm.CLS:
        for method in udf.functions:
            yield from _on_method(definition, method)
    if udf.form in {UdfForm.FUNC, UdfForm.CLS}:
        yield from _unlimited(definition)


def _on_method(definition: Definition, method: UdfFunction) -> Iterator[Problem]:
    option = method.option("max_concurrency")
    if option is None:
        return
    name = definition.udf.name
    yield Problem(
        span=option.span,
        message=f"a method takes no `max_concurrency`: it raises TypeError when `{name}` is "
        "defined",
        remedy=_moved(definition, method, option),
        severity=Severity.ERROR,
        at_most=refusal_confidence(definition, option.node),
        related=(Related(definition.udf.span, f"the pool belongs to `{name}`"),),
    )


def _unlimited(definition: Definition) -> Iterator[Problem]:
    """A number of coroutines that holds no rows back."""
    udf = definition.udf
    option = udf.option("max_concurrency")
    number = _number(option)
    if option is None or number is None or _before_functions(definition):
        return
    by_row = [
        function for function in udf.functions if function.is_async and function.kind is UdfKind.ROW
    ]
    if not by_row or len(by_row) < len(udf.functions) or _cuts_morsels(definition):
        return
    yield Problem(
        span=option.span,
        message="`max_concurrency` limits nothing here: all rows of a morsel (batch) run at "
        f"once, up to {_LARGEST:,} (measured with 4: 500 of 500 rows)",
        remedy="to run fewer rows at a time, use an `asyncio.Semaphore` created in the "
        "`__init__` of a `@daft.cls` class",
        rests_on=(number,),
        severity=Severity.INFO,
        at_most=Confidence.LIKELY,
        related=(Related(by_row[0].span, f"`{by_row[0].name}` is async and gets single rows"),),
    )


def _cuts_morsels(definition: Definition) -> bool:
    steps = (step for use in definition.uses for step in use.case.written_steps)
    return any(step.kind is OperatorKind.INTO_BATCHES for step in steps)


def _number(option: UdfOption | None) -> Quantity | None:
    """The number of an option; None when it may be None, which Daft takes everywhere."""
    from daft_lint.values.values import Number

    if option is None or not isinstance(option.value, Number):
        return None
    return option.value.quantity


def _error(definition: Definition) -> str:
    return "TypeError" if _before_functions(definition) else "ValueError"


def _before_functions(definition: Definition) -> bool:
    version = definition.daft_version
    return version < _TAKEN_BY_FUNCTIONS[: len(version)]


def _dropped(definition: Definition, option: UdfOption) -> Fix:
    from daft_lint.udf_code.argument_removal import is_of_one, without

    udf = definition.udf
    alone = is_of_one(udf.decorator, udf.node)
    edit = without(option.node, udf.decorator, udf.names) if alone else None
    message = (
        "remove `max_concurrency`: it runs inside the tasks, one row or batch per CPU at a time"
    )
    return Fix(message, Safety.UNSAFE, (edit,)) if edit is not None else Fix(message)


def _moved(definition: Definition, method: UdfFunction, option: UdfOption) -> Fix:
    """The option taken to the class, if that one has none."""
    from daft_lint.udf_code.argument_removal import is_of_one, without

    udf = definition.udf
    message = "move it to the `@daft.cls` of the class"
    edit = without(option.node, method.decorator, method.names) if method.decorator else None
    alone = sum(function.option("max_concurrency") is not None for function in udf.functions) == 1
    alone = alone and is_of_one(udf.decorator, udf.node) and not udf.functional
    bare = udf.names.span(udf.decorator)
    if edit is None or not alone or udf.names.code(udf.decorator).endswith(")"):
        return Fix(message)
    behind = replace(bare, line=bare.end_line, column=bare.end_column)
    given = udf.names.code(option.node)
    return Fix(message, Safety.UNSAFE, (Edit(behind, f"({given})"), edit))
