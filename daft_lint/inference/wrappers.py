"""UDFs made by calls of the functions that settings name as makers of UDFs.

Both `wrapper(Embed, batch_size=64)` and `@wrapper(batch_size=64)` above a class make one.
"""

from __future__ import annotations

import ast
from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, TypeAlias

from daft_lint.daft_api.udfs import number
from daft_lint.inference.scope import scope_of
from daft_lint.plan.pipeline import Udf, UdfKind
from daft_lint.plan.quantity import Quantity, unknown
from daft_lint.plan.wrapper import UdfWrapper, wrapper_named
from daft_lint.values.values import (
    UNKNOWN,
    Arguments,
    ClassValue,
    ExpressionValue,
    Flag,
    FunctionValue,
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
    from daft_lint.plan.span import Span
    from daft_lint.plan.wrapper import Parameter

Modules: TypeAlias = Callable[[str], str | None]

# Nobody wraps one of these: what such a first argument is given to waits for its class.
_NEVER_WRAPPED = (Flag, Items, Mapping, Nothing, Number, Text, ExpressionValue)
_IN_SIGHT = (ClassValue, FunctionValue, UdfClassValue)


def _no_module(path: str) -> str | None:
    return None


@dataclass(frozen=True, slots=True)
class Wrappers:
    """The functions that settings name as makers of UDFs.

    `module_of` tells the dotted name that others import a file by, None when it can't be told.
    """

    named: tuple[UdfWrapper, ...] = ()
    module_of: Modules = _no_module

    def imported(self, name: str) -> UdfWrapper | None:
        """The wrapper that a dotted name means."""
        return wrapper_named(name, self.named) if self.named else None

    def defined(self, function: FunctionValue, path: str) -> UdfWrapper | None:
        """The wrapper that a function of a file is; methods and nested functions are none."""
        if scope_of(function).parent is not None or function.home is not None:
            return None
        module = self.module_of(path)
        return self.imported(f"{module}.{function.name}" if module else function.name)


NO_WRAPPERS = Wrappers()


def options_of(
    wrapper: UdfWrapper, arguments: Arguments, function: FunctionValue | None = None
) -> UdfOptions:
    """The options that a call of a wrapper sets.

    What it leaves out is what the wrapper itself takes then, if it is the `function` in sight.
    Out of sight, its batch size is unknown then, and the others are taken to be unset: without a
    concurrency nobody says that there is a pool.
    """
    batch_size = _given(wrapper.batch_size, arguments, function)
    return UdfOptions(
        concurrency=_number(_given(wrapper.concurrency, arguments, function)),
        batch_size=unknown() if batch_size is None else number(batch_size),
        cpus=_number(_given(wrapper.cpus, arguments, function)),
        gpus=_number(_given(wrapper.gpus, arguments, function)),
    )


def target_of(wrapper: UdfWrapper, arguments: Arguments) -> Value | None:
    """The class or function that a call of a wrapper is given; None when it still waits for one."""
    if wrapper.is_given_first and arguments.positional:
        first = arguments.positional[0]
        return None if isinstance(first, _NEVER_WRAPPED) else first
    return next(
        (keyword for keyword in arguments.keywords.values() if isinstance(keyword, _IN_SIGHT)), None
    )


def wrapped(
    waiting: WrapperValue, target: Value, span: Span | None = None, definition: Span | None = None
) -> UdfValue:
    """The UDF that a wrapper makes of a class or function.

    `span` is that of its name and `definition` all of it, None for one out of sight: then the UDF
    stands where the wrapper is called.
    """
    options = waiting.options
    function = isinstance(target, FunctionValue)
    udf = Udf(
        name=_name(target) or waiting.name,
        span=span or waiting.span,
        kind=UdfKind.BATCH if waiting.takes_batch_size else UdfKind.ROW,
        is_async=_is_async(target),
        legacy=False,
        concurrency=options.concurrency,
        batch_size=options.batch_size,
        cpus=options.cpus,
        gpus=options.gpus,
        definition=definition,
        batch_size_slot=options.batch_size_slot,
        concurrency_slot=options.concurrency_slot,
    )
    return UdfValue(udf, waiting.made, makes_objects=not function)


def _given(
    parameter: Parameter, arguments: Arguments, function: FunctionValue | None
) -> Value | None:
    """The argument for a parameter; None when it isn't given, and nothing tells its default."""
    if not parameter:
        return None
    keywords = [name for name in parameter if isinstance(name, str)]
    order = _order(function) if function is not None else []
    places = [name for name in parameter if isinstance(name, int)]
    places += [order.index(name) for name in keywords if name in order]
    for name in keywords:
        if name in arguments.keywords:
            return arguments.keywords[name]
    for place in places:
        if place < len(arguments.positional):
            return arguments.positional[place]
    if not arguments.complete:
        return UNKNOWN
    defaults = dict(function.defaults) if function is not None else {}
    return next((defaults[name] for name in keywords if name in defaults), None)


def _order(function: FunctionValue) -> list[str]:
    """The parameters of a function that can be given by their place."""
    declared = function.node.args
    names = [parameter.arg for parameter in (*declared.posonlyargs, *declared.args)]
    return names[1:] if function.bound_to is not None else names


def _number(value: Value | None) -> Quantity | None:
    return None if value is None else number(value)


def _name(target: Value) -> str | None:
    if isinstance(target, FunctionValue | UdfClassValue):
        return target.name
    if isinstance(target, ClassValue):
        return target.node.name
    return target.name.rpartition(".")[2] if isinstance(target, Imported) else None


def _is_async(target: Value) -> bool:
    """Whether what is called for each batch is a coroutine: those share one process."""
    called = target.function("__call__") if isinstance(target, ClassValue) else target
    return isinstance(called, FunctionValue) and isinstance(called.node, ast.AsyncFunctionDef)
