"""The values of parameters, from the arguments of a call."""

from __future__ import annotations

import ast
from collections.abc import Callable

from daft_lint.daft_api import sources
from daft_lint.index.traversal import Function
from daft_lint.index.tree import parameters
from daft_lint.inference.run import Run
from daft_lint.inference.scope import scope_of
from daft_lint.plan.pipeline import Plan
from daft_lint.plan.quantity import Origin, OriginKind, exactly
from daft_lint.plan.span import Span
from daft_lint.values.values import (
    UNKNOWN,
    UNSEEN,
    Arguments,
    FrameValue,
    FunctionValue,
    Imported,
    Items,
    Mapping,
    Nothing,
    Number,
    Unknown,
    Value,
    item_of,
    one_of,
)

_FRAME_TYPES = frozenset(
    {"daft.DataFrame", "daft.dataframe.DataFrame", "daft.dataframe.dataframe.DataFrame"}
)


def evaluated(call: ast.Call, run: Run, value_of: Callable[[ast.expr], Value]) -> Arguments:
    """The values of a call's arguments; `value_of` gives that of one."""
    positional: list[Value] = []
    keywords: dict[str, Value] = {}
    complete = True
    after: list[Value] | None = None
    unread: set[str] = set()
    hidden: list[Value] = []
    # In the order they are written: a walrus in one is seen by the next.
    for argument in call.args:
        is_star = isinstance(argument, ast.Starred)
        value = value_of(argument.value if isinstance(argument, ast.Starred) else argument)
        if not is_star:
            (positional if after is None else after).append(value)
            continue
        run.changes.use_up(value)
        if isinstance(value, Items) and value.values is not None:
            (positional if after is None else after).extend(value.values)
        else:
            complete, after = False, after or []
            if value is not UNSEEN:
                unread.add("*")
            hidden += item_of(value).among
    for keyword in call.keywords:
        value = value_of(keyword.value)
        if keyword.arg is not None:
            keywords[keyword.arg] = value
            continue
        entries = value.entries if isinstance(value, Mapping) else ((None, UNKNOWN),)
        if all(isinstance(key, str) for key, _ in entries):
            keywords.update((key, entry) for key, entry in entries if isinstance(key, str))
        else:
            complete = False
            if value is not UNSEEN:
                unread.add("**")
            hidden += item_of(value).among
    return Arguments(
        tuple(positional), keywords, complete, tuple(after or ()), frozenset(unread), tuple(hidden)
    )


def defaults_of(
    function: Function, value_of: Callable[[ast.expr], Value]
) -> tuple[tuple[str, Value], ...]:
    """The defaults of parameters, by name, as they are where the function is defined."""
    given = function.args
    placed = [*given.posonlyargs, *given.args]
    found = [
        (parameter.arg, value_of(default))
        for parameter, default in zip(
            placed[len(placed) - len(given.defaults) :], given.defaults, strict=True
        )
    ]
    found += [
        (parameter.arg, value_of(default))
        for parameter, default in zip(given.kwonlyargs, given.kw_defaults, strict=True)
        if default is not None
    ]
    return tuple(found)


def bound_names(function: FunctionValue, arguments: Arguments, run: Run) -> dict[str, Value]:
    """The names that a call binds.

    A parameter that isn't passed is its default; where an unseen caller may pass it, no more than
    a default that somebody may have replaced; and unknown where a `*` or `**` may pass it that
    can't be read.
    """
    node: Function = function.node
    declared = node.args
    positional = [*declared.posonlyargs, *declared.args]
    given = list(arguments.positional)
    if function.bound_to is not None:
        given.insert(0, function.bound_to)
    keywords = dict(arguments.keywords)
    defaults = dict(function.defaults)
    names: dict[str, Value] = {}
    unnamed = len(declared.posonlyargs)
    for index, parameter in enumerate(parameters(node)):
        name = parameter.arg
        if index < len(positional) and index < len(given):
            names[name] = given[index]
        elif name in keywords and index >= unnamed:
            names[name] = keywords.pop(name)
        elif arguments.complete:
            names[name] = defaults.get(name, UNKNOWN)
        elif ("*" in arguments.unread and index < len(positional)) or (
            "**" in arguments.unread and index >= unnamed
        ):
            names[name] = one_of(*arguments.hidden)
        else:
            what = f"`{name}` in `{function.name}`"
            file = run.file_of(function.scope)
            names[name] = replaceable(defaults.get(name), what, file.span(parameter))
            if names[name] is UNKNOWN and isinstance(defaults.get(name, Nothing()), Nothing):
                names[name] = _annotated(parameter, function, run)
    rest = tuple(given[len(positional) :])
    unseen = _unseen(arguments, rest, keywords)
    if declared.vararg is not None:
        names[declared.vararg.arg] = unseen or Items(exactly(len(rest)), rest)
    if declared.kwarg is not None:
        names[declared.kwarg.arg] = unseen or Mapping(tuple(keywords.items()))
    return names


def replaceable(default: Value | None, what: str, span: Span) -> Value:
    """A default that somebody out of sight may replace: a number is kept as a guess."""
    if not isinstance(default, Number):
        return UNKNOWN
    origin = Origin(OriginKind.DEFAULT, f"default of {what}", span)
    return Number(default.quantity.from_place(origin))


def _unseen(
    arguments: Arguments, rest: tuple[Value, ...], keywords: dict[str, Value]
) -> Unknown | None:
    """What `*args` and `**kwargs` are where a call doesn't show all of it; None where it does."""
    if arguments.complete:
        return None
    is_all_unseen = not (arguments.unread or rest or keywords)
    return UNSEEN if is_all_unseen else one_of(*arguments.hidden, *rest, *keywords.values())


def _annotated(parameter: ast.arg, function: FunctionValue, run: Run) -> Value:
    """A parameter annotated as a Daft DataFrame is one, with nothing else known of it."""
    if parameter.annotation is None:
        return UNKNOWN
    with run.within(scope_of(function)):
        if not _is_frame_type(parameter.annotation, run):
            return UNKNOWN
        name, span = f"parameter `{parameter.arg}`", run.span(parameter)
        return FrameValue(
            Plan(run.hints(span).source(sources.unknown_source(name, span))), optional=True
        )


def _is_frame_type(node: ast.expr, run: Run) -> bool:
    """`DataFrame`, also in quotes, in `Optional[...]` and beside `| None`."""
    if isinstance(node, ast.Constant) and isinstance(node.value, str):
        try:
            return _is_frame_type(ast.parse(node.value.strip(), mode="eval").body, run)
        except (SyntaxError, ValueError, RecursionError, MemoryError):
            return False
    if isinstance(node, ast.BinOp):
        return _is_frame_type(node.left, run) or _is_frame_type(node.right, run)
    if isinstance(node, ast.Subscript):
        optional = run.value(node.value) == Imported("typing.Optional")
        return optional and _is_frame_type(node.slice, run)
    value = run.value(node) if isinstance(node, ast.Name | ast.Attribute) else UNKNOWN
    return isinstance(value, Imported) and value.name in _FRAME_TYPES
