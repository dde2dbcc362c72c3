"""Functions and classes under their decorators."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from daft_lint.daft_api import udfs
from daft_lint.index.code import Expression, Scope, last_name, name_of
from daft_lint.infer import daft
from daft_lint.infer.context import Given, context_of
from daft_lint.plan.quantity import Origin, OriginKind
from daft_lint.records import replace
from daft_lint.values.assumptions import with_assumptions
from daft_lint.values.values import (
    UNKNOWN,
    Arguments,
    Class,
    DecoratorValue,
    Function,
    Imported,
    Instance,
    PartialValue,
    UdfClassValue,
    UdfOptions,
    UdfValue,
    Value,
    WrapperValue,
)

if TYPE_CHECKING:
    from daft_lint.infer.context import Context
    from daft_lint.infer.inference import Infer

# Decorators out of sight that leave a function or class as it is.
_KEEPING = (
    "abc.",
    "absl.",
    "attr.",
    "attrs.",
    "builtins.classmethod",
    "builtins.property",
    "builtins.staticmethod",
    "click.",
    "contextlib.contextmanager",
    "dataclasses.",
    "enum.",
    "fire.",
    "functools.cache",
    "functools.cached_property",
    "functools.lru_cache",
    "functools.total_ordering",
    "functools.wraps",
    "hydra.",
    "modal.",
    "msgspec.",
    "pydantic.",
    "pytest.",
    "ray.remote",
    "torch.inference_mode",
    "torch.no_grad",
    "typer.",
    "typing.",
    "typing_extensions.",
)
_OF_COMMANDS = frozenset({"command", "group", "callback"})
_MADE = Function | Class | UdfValue | UdfClassValue | Instance | WrapperValue | PartialValue


def decorated(infer: Infer, value: Value, scope: Scope, context: Context) -> Value:
    """What a function or class is under its decorators, the last one first."""
    for decorator in reversed(scope.decorators):
        value = under(infer, value, decorator, scope, context)
    return value


def udf_decorator(infer: Infer, decorator: Expression, context: Context) -> DecoratorValue | None:
    """The UDF decorator that an expression is, called or not; None for all else."""
    of = infer.value(decorator, context)
    if isinstance(of, Imported) and of.name in udfs.DECORATORS:
        return DecoratorValue(udfs.DECORATORS[of.name], UdfOptions(), arguments=Arguments())
    return of if isinstance(of, DecoratorValue) else None


def under(
    infer: Infer, value: Value, decorator: Expression, scope: Scope, context: Context
) -> Value:
    """What a function or class is under one of its decorators."""
    of_daft = udf_decorator(infer, decorator, context)
    if of_daft is not None:
        return daft.decorated(infer, of_daft, value, context)
    of = infer.value(decorator, context)
    name = name_out_of_sight(infer, decorator, context)
    if name.startswith("functools.singledispatch"):
        return UNKNOWN
    if name == "functools.wraps" and isinstance(value, Function) and decorator[0] == "call":
        return _like(value, infer, context.index.calls[decorator[1]].arguments[:1], context)
    if name.startswith(_KEEPING) or name.rpartition(".")[2] in {"setter", "getter", "deleter"}:
        return value
    # A class around a class is its metaclass.
    makes_objects = isinstance(of, Class) and isinstance(value, Function)
    if makes_objects or isinstance(of, Function | Instance | PartialValue | WrapperValue):
        made = infer.apply(of, Given((value,)), None)
        if isinstance(made, Function) and isinstance(value, Function) and _is_updated(made):
            return replace(made, marked=value.marked)
        if isinstance(made, _MADE):
            return made
    return _assuming(value, decorator, scope, context)


def is_command(infer: Infer, function: Function) -> bool:
    """Whether click or typer calls a function with what the command line says."""
    around = context_of(function)
    for decorator in function.scope.decorators:
        called = around.index.calls[decorator[1]].function if decorator[0] == "call" else decorator
        if last_name(called) in _OF_COMMANDS:
            name = name_out_of_sight(infer, decorator, around)
            if name.startswith(("click.", "typer.", "rich_click.")):
                return True
    return False


def _like(
    value: Function, infer: Infer, wrapped: Sequence[Expression], context: Context
) -> Function:
    """A function under `functools.wraps`: marked as the wrapped one is."""
    others = [infer.value(each, context) for each in wrapped]
    marks = [each.marked for each in others if isinstance(each, Function)]
    return replace(value, marked=marks[0]) if marks and marks[0] is not None else value


def _is_updated(made: Function) -> bool:
    """Whether the code that makes a function calls `functools.update_wrapper`."""
    around = context_of(made)
    calls = around.index.calls_by_name.get("update_wrapper", ())
    return any(around.index.calls[number].scope == around.scope.number for number in calls)


def name_out_of_sight(infer: Infer, decorator: Expression, context: Context) -> str:
    """The dotted name of what is out of sight, or of what gives it when it is called."""
    if decorator[0] == "call":
        decorator = context.index.calls[decorator[1]].function
    owner = decorator
    while owner[0] == "attribute":
        value = infer.value(owner, context)
        if isinstance(value, Imported):
            return value.name
        owner = owner[1]
        if owner[0] == "call":
            return name_out_of_sight(infer, owner, context)
    value = infer.value(owner, context)
    if isinstance(value, Imported):
        return value.name
    made_by = context.index.definitions[owner[2]] if owner[0] == "name" and owner[2] >= 0 else ()
    if made_by and made_by[0] == "value" and made_by[2][0] == "call":
        return name_out_of_sight(infer, made_by[2], context)
    return ""


def _assuming(value: Value, decorator: Expression, scope: Scope, context: Context) -> Value:
    """Something under an unknown decorator: the decorator is taken to pass it on."""
    if decorator[0] == "call":
        decorator = context.index.calls[decorator[1]].function
    name = name_of(decorator)
    around, inside = f"`{name}`" if name else "a decorator", f"`{scope.name}`"
    text = f"{around} doesn't change {inside}"
    if scope.kind != "class":
        text = f"{around} passes on what {inside} gets and returns"
    origins = (Origin(OriginKind.ASSUMPTION, text),)
    return with_assumptions(value, origins)
