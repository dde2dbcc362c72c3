"""DFT303: batch_size where Daft doesn't take it, or doesn't use it."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from typing import TYPE_CHECKING

from daft_lint.findings import Edit, Fix, Related, Safety, Severity
from daft_lint.plan.pipeline import UdfKind
from daft_lint.plan.span import Span
from daft_lint.records import replace
from daft_lint.rule import Definition, Problem, definition_rule
from daft_lint.rule_parts.class_form import class_decorator
from daft_lint.rule_parts.refusal_confidence import refusal_confidence

if TYPE_CHECKING:
    from daft_lint.udf_code.definitions import UdfFunction, UdfOption

_VALUES = frozenset({"str", "int", "float", "bool", "bytes"})
_OF_BATCHES = frozenset({"to_pylist", "to_arrow", "to_numpy", "to_pandas"})


@definition_rule("DFT303", "batch-size-without-batch", since="0.1.0")
def batch_size_without_batch(definition: Definition) -> Iterator[Problem]:
    """batch_size on a UDF that gets single rows, or on a class.

    ## What it does

    Fires on `batch_size` in `@daft.func`, `@daft.method` and `@daft.cls`. Only `@daft.func.batch`,
    `@daft.method.batch` and the legacy `@daft.udf` take it. Also fires on `@daft.func.batch` and
    `@daft.method.batch` above a generator.

    ## Why it is bad

    Daft raises `TypeError` as soon as the decorator runs, even for `batch_size=None`, so the module
    can't be imported. Measured on Daft 0.7.26 and 0.6.4.

    A generator gets single rows, whatever its decorator says: with `batch_size=50`, 1,000 rows were
    1,000 calls with an `int` each, in one of two processes (Daft 0.7.26).

    ## Example

    ```python
    @daft.func(batch_size=64)
    def shout(text: str) -> str: ...
    ```

    ## Use instead

    ```python
    @daft.func
    def shout(text: str) -> str: ...
    ```

    Or take whole batches:

    ```python
    @daft.func.batch(return_dtype=DataType.string(), batch_size=64)
    def shout_all(texts: Series) -> list[str]: ...
    ```

    ## Fix safety

    A function whose parameters are annotated as single values (`text: str`) gets single rows:
    removing the option is safe. For a function that takes `daft.Series`, the fix adds `.batch`,
    which is safe too if `return_dtype` is set. Anything else is left to you.

    ## References

    - `daft/udf/__init__.py` in Daft 0.7.26
    """
    from daft_lint.values.values import UdfForm

    udf, generators = definition.udf, (UdfForm.FUNC_BATCH, UdfForm.METHOD_BATCH)
    option = udf.option("batch_size")
    if udf.form is UdfForm.FUNC and option is not None:
        (function,) = udf.functions
        yield _problem(definition, function, option, udf.decorator)
    if udf.form is UdfForm.CLS and option is not None:
        yield Problem(
            span=option.span,
            message=f"a class takes no `batch_size`: it raises TypeError when `{udf.name}` is "
            "defined",
            remedy="move it to the `@daft.method.batch` of the method that takes batches",
            severity=Severity.ERROR,
            at_most=refusal_confidence(definition, option.node),
            related=(Related(udf.span, f"`{udf.name}` is defined here"),),
        )
    for method in udf.functions if udf.form is UdfForm.CLS else ():
        option = method.option("batch_size")
        if method.form is UdfForm.METHOD and option is not None and method.decorator is not None:
            yield _problem(definition, method, option, method.decorator)
    for function in udf.functions:
        if function.kind is UdfKind.GENERATOR and function.form in generators:
            above = function.decorator or udf.decorator
            yield Problem(
                span=function.span,
                message=f"`{function.name}` is a generator: Daft calls it with single rows, "
                "whatever `.batch` and batch_size say",
                remedy="take single values, without `.batch`; or return a list for each batch, "
                "and `explode` it",
                severity=Severity.WARNING,
                related=(Related(function.names.span(above), "asks for batches"),),
            )


def _problem(
    definition: Definition,
    function: UdfFunction,
    option: UdfOption,
    decorator: ast.expr,
) -> Problem:
    called = decorator.func if isinstance(decorator, ast.Call) else decorator
    written = function.names.code(called)
    return Problem(
        span=option.span,
        message=f"`{written}` takes no `batch_size`: it raises TypeError when "
        f"`{function.name}` is defined",
        remedy=_remedy(definition, function, option, decorator),
        severity=Severity.ERROR,
        at_most=refusal_confidence(definition, option.node),
        related=(Related(function.span, f"`{function.name}` is defined here"),),
    )


def _remedy(
    definition: Definition,
    function: UdfFunction,
    option: UdfOption,
    decorator: ast.expr,
) -> Fix:
    from daft_lint.udf_code.argument_removal import is_of_one, without

    names = function.names
    alone = is_of_one(decorator, function.node)
    if _takes_batches(function):
        if class_decorator(definition) == "`@daft.udf`":
            return Fix("use `@daft.udf`, which takes batches")
        message = "add `.batch`"
        call = decorator if isinstance(decorator, ast.Call) else None
        given = [] if call is None else [each.arg for each in call.keywords]
        called_with = None in given or (call is not None and call.args)
        if not alone or called_with or "return_dtype" not in given:
            return Fix(f"{message}, and a `return_dtype` if there is none")
        return Fix(
            message,
            Safety.SAFE,
            (Edit(_behind(function, call.func if call else decorator), ".batch"),),
        )
    if not _takes_values(function):
        return Fix("remove it, or use `.batch` if the function takes whole batches")
    edit = without(option.node, decorator, names) if alone else None
    message = "remove it: single rows have no batches"
    return Fix(message, Safety.SAFE, (edit,)) if edit is not None else Fix(message)


def _takes_batches(function: UdfFunction) -> bool:
    """Whether a parameter is a Series by its annotation, or by what is asked of it."""
    annotations = _annotations(function)
    if any(annotation in {"Series", "daft.Series"} for annotation in annotations):
        return True
    return any(
        isinstance(node, ast.Attribute)
        and isinstance(node.value, ast.Name)
        and node.value.id in function.parameters
        and node.attr in _OF_BATCHES
        for node in function.names.walk(*function.node.body)
    )


def _takes_values(function: UdfFunction) -> bool:
    """Whether every parameter is a single value by its annotation."""
    annotations = _annotations(function)
    return len(annotations) == len(function.parameters) and all(
        part.strip() in _VALUES | {"None"}
        for annotation in annotations
        for part in annotation.split("|")
    )


def _annotations(function: UdfFunction) -> list[str]:
    """The annotations of the parameters that have one, as they are written."""
    taken = function.node.args
    return [
        function.names.code(node.annotation).strip("'\"")
        for node in (*taken.posonlyargs, *taken.args, *taken.kwonlyargs)
        if node.annotation is not None and node.arg in function.parameters
    ]


def _behind(function: UdfFunction, node: ast.expr) -> Span:
    span = function.names.span(node)
    return replace(span, line=span.end_line, column=span.end_column)
