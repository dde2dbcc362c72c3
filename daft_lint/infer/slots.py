"""The slots in the code where the options of a UDF can be rewritten."""

from __future__ import annotations

import ast
from dataclasses import replace

from daft_lint.modules.source_file import SourceFile
from daft_lint.plan.pipeline import Constant, Slot, Udf
from daft_lint.plan.quantity import Origin, OriginKind, Quantity
from daft_lint.plan.span import Span
from daft_lint.plan.wrapper import UdfWrapper
from daft_lint.syntax.usages import usages_of
from daft_lint.values.values import Arguments, UdfForm, UdfOptions

_TAKE_BATCH_SIZE = frozenset({UdfForm.LEGACY, UdfForm.FUNC_BATCH, UdfForm.METHOD_BATCH})
_CONCURRENCY = ("max_concurrency", "concurrency")


def of_decorator(
    options: UdfOptions,
    form: UdfForm,
    node: ast.AST | None,
    arguments: Arguments,
    file: SourceFile,
) -> UdfOptions:
    """The options that a decorator's call sets, with their slots."""
    if not isinstance(node, ast.Call):
        return options
    if arguments.get(None, "batch_size") is not None:
        batch_size = _written(node, file, options.batch_size, "batch_size")
    else:
        batch_size = _added(node, "batch_size", file) if form in _TAKE_BATCH_SIZE else None
    concurrency = _written(node, file, options.concurrency, *_CONCURRENCY)
    return replace(options, batch_size_slot=batch_size, concurrency_slot=concurrency)


def of_wrapper(
    options: UdfOptions, wrapper: UdfWrapper, node: ast.AST | None, file: SourceFile
) -> UdfOptions:
    """The options that a call of a wrapper sets, with their slots."""
    if not isinstance(node, ast.Call):
        return options
    return replace(
        options,
        batch_size_slot=_written(node, file, options.batch_size, *wrapper.batch_size),
        concurrency_slot=_written(node, file, options.concurrency, *wrapper.concurrency),
    )


def of_override(
    udf: Udf, method: str, node: ast.Call, arguments: Arguments, file: SourceFile
) -> Udf:
    """A UDF that `.override_options` or `.with_concurrency` has changed, with its slots."""
    if method == "with_concurrency":
        slot = _written(node, file, udf.concurrency, *_CONCURRENCY, 0)
        return replace(udf, concurrency_slot=slot)
    if method == "override_options" and arguments.get(None, "batch_size") is not None:
        return replace(udf, batch_size_slot=_written(node, file, udf.batch_size, "batch_size"))
    return udf


def _written(
    call: ast.Call, file: SourceFile, number: Quantity | None, *ways: str | int
) -> Slot | None:
    """The slot of an argument that is given, by its name or by its place."""
    starred = any(isinstance(arg, ast.Starred) for arg in call.args)
    for place, argument in enumerate(call.args):
        if place in ways and not starred:
            return _place(argument, number, file)
    for keyword in call.keywords:
        if keyword.arg in ways:
            return _place(keyword.value, number, file)
    return None


def _added(call: ast.Call, name: str, file: SourceFile) -> Slot | None:
    """The slot of an argument that isn't given: behind the last one."""
    ends = [file.end(arg) for arg in call.args]
    ends += [file.end(keyword) for keyword in call.keywords]
    if not ends:
        return None
    last = max(ends)
    return Slot(file.between(last, last), f", {name}=")


def _place(value: ast.expr, number: Quantity | None, file: SourceFile) -> Slot | None:
    """Where the number of an argument stands, if no other number would change with it."""
    span = file.span(value)
    if number is None:
        is_none = isinstance(value, ast.Constant) and value.value is None
        return Slot(span) if is_none else None
    if not number.known or not number.origins:
        return None
    if all(_is_literal_in(origin, span) for origin in number.origins):
        return Slot(span)
    return steady_slot(value, file)


def steady_slot(value: ast.expr, file: SourceFile) -> Slot | None:
    """The slot of an expression that has the same value whenever it is reached; else None."""
    usages = usages_of(file.document.text)
    if usages is None:
        return None
    span = file.span(value)
    if not usages.is_steady(file.text(span.start, span.end)):
        return None
    name = value.id if isinstance(value, ast.Name) else ""
    if not usages.is_lone(name):
        return Slot(span)
    return Slot(span, constant=Constant(name, usages.is_importable(name)))


def _is_literal_in(origin: Origin, around: Span) -> bool:
    """Whether a number was written somewhere in a span."""
    span = origin.span
    return origin.kind is OriginKind.LITERAL and span is not None and around.holds(span)
