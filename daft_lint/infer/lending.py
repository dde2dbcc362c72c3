"""Lists and dicts that are passed to a call: whether it may have changed them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from daft_lint.index.code import Expression, last_name
from daft_lint.infer.context import module_of
from daft_lint.values.values import UNKNOWN, Class, Function, Imported, Unknown, Value, may_change

if TYPE_CHECKING:
    from daft_lint.index.code import Call, Scope
    from daft_lint.infer.context import Context
    from daft_lint.infer.inference import Infer

# Modules whose functions only read the lists and dicts that they are given.
_READERS = frozenset(
    {
        "asyncio",
        "builtins",
        "collections",
        "copy",
        "daft",
        "dataclasses",
        "functools",
        "itertools",
        "json",
        "logging",
        "loguru",
        "math",
        "numpy",
        "os",
        "pandas",
        "pathlib",
        "polars",
        "pprint",
        "pyarrow",
        "ray",
        "rich",
        "statistics",
        "structlog",
        "sys",
        "time",
        "tqdm",
        "typing",
        "warnings",
    }
)
_LOGGING = frozenset(
    {"critical", "debug", "error", "exception", "info", "log", "print", "trace", "warning"}
)


def lent(infer: Infer, context: Context, before: int, number: int) -> Value:
    """A list or dict after a call that was given it."""
    value = infer.definition(before, context)
    if not may_change(value):
        return value
    call = context.index.calls[number]
    return value if _only_reads(infer, context, call.function, before) else UNKNOWN


def _only_reads(infer: Infer, context: Context, function: Expression, before: int) -> bool:
    if function[0] == "attribute":
        if function[2] in _LOGGING:
            return True
        owner = infer.value(function[1], context)
        if not isinstance(owner, Imported | Unknown):
            # A method of Daft's objects, or one that `writes` knows of.
            return not isinstance(infer.attribute(owner, function[2]), Function)
    called = infer.value(function, context)
    if isinstance(called, Function):
        return not _changes_what_it_gets(infer, called)
    if isinstance(called, Imported):
        return called.name.partition(".")[0] in _READERS
    # An object may keep it.
    return not isinstance(called, Class | Unknown)


def _changes_what_it_gets(infer: Infer, function: Function, inner: tuple[Scope, ...] = ()) -> bool:
    """Whether a function, or one that it calls, changes a list or dict that it is given."""
    scope, module = function.scope, module_of(function)
    index = module.index
    if any(scope is each for each in inner):
        return False
    given = {each.name for each in scope.parameters}
    kept = [scope.final[name] for name in given if name in scope.final]
    if any(index.definitions[number][0] != "parameter" for number in kept):
        return True
    context = infer.free(module, scope.number)
    return any(
        _hands_on(infer, context, call, given, (*inner, scope))
        for call in index.calls
        if call.scope == scope.number
    )


def _hands_on(
    infer: Infer, context: Context, call: Call, given: set[str], inner: tuple[Scope, ...]
) -> bool:
    """Whether a call gets an argument of its function, and may change it."""
    passed = [*call.arguments, *(value for _, value in call.keywords)]
    names = {last_name(each[1] if each[0] == "starred" else each) for each in passed}
    if given.isdisjoint(names):
        return False
    if call.function[0] == "name" and call.function[1] in given:
        return True
    called = infer.value(call.function, context)
    return isinstance(called, Function) and _changes_what_it_gets(infer, called, inner)
