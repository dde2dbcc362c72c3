"""UDFs made by calls of functions that make UDFs: those that settings name, and a vendor's.

Both `wrapper(Embed, batch_size=64)` and `@wrapper(batch_size=64)` above a class make one.
"""

from __future__ import annotations

import ast
from typing import TYPE_CHECKING

from daft_lint.daft_api.udfs import number
from daft_lint.infer import arguments, daft, slots
from daft_lint.infer.context import context_of, module_of
from daft_lint.infer.names import member
from daft_lint.plan.pipeline import Udf, UdfKind
from daft_lint.plan.quantity import Quantity, unknown
from daft_lint.plan.wrapper import Parameter, UdfWrapper, wrapper_named
from daft_lint.records import replace
from daft_lint.values import columns
from daft_lint.values.values import (
    UNKNOWN,
    Arguments,
    Class,
    ExpressionValue,
    Flag,
    Function,
    Imported,
    Items,
    Mapping,
    Nothing,
    Number,
    Text,
    UdfClassValue,
    UdfOptions,
    UdfValue,
    Value,
    WrapperValue,
)

if TYPE_CHECKING:
    from daft_lint.infer.context import Given, Site
    from daft_lint.infer.inference import Infer
    from daft_lint.modules.module_map import Module

# These are never wrapped: a call with one as its first argument still waits for a class.
_NEVER_WRAPPED = (Flag, Items, Mapping, Nothing, Number, Text, ExpressionValue)
_IN_SIGHT = (Class, Function, UdfClassValue)
# Volcano Engine's Daft hands these to `daft.udf` as they are (source of its `daft.las`).
_LAS = UdfWrapper(
    "las_udf", ("batch_size", 5), ("concurrency", 6), cpus=("num_cpus", 2), gpus=("num_gpus", 3)
)


def wrapper_of(infer: Infer, function: Value) -> UdfWrapper | None:
    """The wrapper that a value is; None when it is none. What settings say comes first."""
    if isinstance(function, Imported):
        is_las = function.name.startswith("daft.las.") and _LAS.fits(function.name)
        return wrapper_named(function.name, infer.wrappers) or (_LAS if is_las else None)
    if not infer.wrappers or not isinstance(function, Function) or function.scope.parent != 0:
        return None
    home = module_of(function)
    module = infer.modules.project.module_of(home.path)
    name = f"{module}.{function.scope.name}" if module else function.scope.name
    known = wrapper_named(name, infer.wrappers)
    return known or next((e for e in infer.wrappers if _exports(infer, e, function, home)), None)


def _exports(infer: Infer, wrapper: UdfWrapper, function: Function, home: Module) -> bool:
    """Whether a package hands a function on by the name that settings have for it."""
    package, _, name = wrapper.name.rpartition(".")
    module = infer.modules.named(package, 0, home) if package else None
    found = None if module is None else member(infer, module, name)
    return isinstance(found, Function) and found.scope is function.scope


def of_wrapper(
    infer: Infer, wrapper: UdfWrapper, function: Value, given: Given, site: Site | None
) -> Value:
    """A call of a function that settings name as a maker of UDFs."""
    if site is None:
        return UNKNOWN
    values = arguments.evaluated(infer, given)
    in_sight = function if isinstance(function, Function) else None
    options = slots.of_wrapper(_options(infer, wrapper, values, in_sight), wrapper, site)
    waiting = WrapperValue(
        name=wrapper.name.rpartition(".")[2],
        span=site.span,
        options=options,
        takes_batch_size=bool(wrapper.batch_size),
        made=columns.words_of(values) or f"#{infer.next_number()}",
    )
    target = _target(wrapper, values)
    return waiting if target is None else _wrapped(waiting, target)


def of_waiting(infer: Infer, waiting: WrapperValue, values: Arguments, site: Site | None) -> Value:
    """A wrapper that waits for a class or function, called; on expressions it has one."""
    udf = _wrapped(waiting, values.get(0) or UNKNOWN)
    if any(isinstance(value, ExpressionValue) for value in values.values):
        return daft.of_udf(infer, udf, values, site)
    return udf


def _options(
    infer: Infer, wrapper: UdfWrapper, given: Arguments, function: Function | None
) -> UdfOptions:
    """The options that a call of a wrapper sets.

    What it leaves out is what the wrapper itself takes then, if it is in sight. Out of sight, its
    batch size is unknown then, and the others are taken to be unset: without a concurrency nothing
    says that there is a pool.
    """
    batch_size = _given(infer, wrapper.batch_size, given, function)
    return UdfOptions(
        concurrency=_number(_given(infer, wrapper.concurrency, given, function)),
        batch_size=unknown() if batch_size is None else number(batch_size),
        cpus=_number(_given(infer, wrapper.cpus, given, function)),
        gpus=_number(_given(infer, wrapper.gpus, given, function)),
    )


def _number(value: Value | None) -> Quantity | None:
    return None if value is None else number(value)


def _given(
    infer: Infer, parameter: Parameter, given: Arguments, function: Function | None
) -> Value | None:
    """The argument for a parameter; None when it isn't given, and nothing tells its default."""
    keywords = [name for name in parameter if isinstance(name, str)]
    declared = [] if function is None else function.scope.parameters
    order = [each.name for each in declared if not each.kind]
    places = [name for name in parameter if isinstance(name, int)]
    places += [order.index(name) for name in keywords if name in order]
    for name in keywords:
        if name in given.keywords:
            return given.keywords[name]
    for place in places:
        if place < len(given.positional):
            return given.positional[place]
    if not parameter or not given.complete:
        return UNKNOWN if parameter else None
    for each in declared:
        if function is not None and each.name in keywords and each.default is not None:
            return infer.value(each.default, context_of(function))
    return None


def _target(wrapper: UdfWrapper, given: Arguments) -> Value | None:
    """The class or function that a call of a wrapper is given; None when it still waits for one."""
    if wrapper.is_given_first and given.positional:
        first = given.positional[0]
        return None if isinstance(first, _NEVER_WRAPPED) else first
    return next((each for each in given.keywords.values() if isinstance(each, _IN_SIGHT)), None)


def _wrapped(waiting: WrapperValue, target: Value) -> UdfValue:
    """The UDF that a wrapper makes of a class or function; one out of sight stands at the call."""
    options = waiting.options
    span, definition, is_async, name = waiting.span, None, False, waiting.name
    hints = None
    if isinstance(target, UdfClassValue):
        span, definition, name = target.span, target.definition, target.name
    elif isinstance(target, Function | Class):
        module, name = module_of(target), target.scope.name
        if target.scope.kind != "lambda":
            span, definition, node = daft.places(module, target.scope)
            is_async = _is_async(node)
            hints = module.hints
    elif isinstance(target, Imported):
        name = target.name.rpartition(".")[2]
    udf = Udf(
        name=name,
        span=span,
        kind=UdfKind.BATCH if waiting.takes_batch_size else UdfKind.ROW,
        is_async=is_async,
        legacy=False,
        concurrency=options.concurrency,
        batch_size=options.batch_size,
        cpus=options.cpus,
        gpus=options.gpus,
        definition=definition,
        batch_size_slot=options.batch_size_slot,
        concurrency_slot=options.concurrency_slot,
    )
    if hints is not None:
        udf = replace(hints.udf(udf, udf.span))
    return UdfValue(udf, waiting.made, makes_objects=not isinstance(target, Function))


def _is_async(node: ast.AST) -> bool:
    """Whether what is called for each batch is a coroutine: those share one process."""
    if isinstance(node, ast.ClassDef):
        return any(
            isinstance(part, ast.AsyncFunctionDef) and part.name == "__call__" for part in node.body
        )
    return isinstance(node, ast.AsyncFunctionDef)
