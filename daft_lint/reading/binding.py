"""What the parameters of a function stand for in one call of it."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING

import libcst as cst

from daft_lint.plan.quantity import Origin, OriginKind, exactly
from daft_lint.plan.span import Span
from daft_lint.reading.values import (
    UNKNOWN,
    UNSEEN,
    Arguments,
    FunctionValue,
    Items,
    Mapping,
    Nothing,
    Number,
    Unknown,
    Value,
    one_of,
)

if TYPE_CHECKING:
    from daft_lint.reading.session import Session

Evaluate = Callable[[cst.BaseExpression], Value]
Annotated = Callable[[cst.Param], Value]


def defaults_of(parameters: cst.Parameters, evaluate: Evaluate) -> tuple[tuple[str, Value], ...]:
    """The defaults of parameters, by name, as they are where the function is defined."""
    return tuple(
        (parameter.name.value, evaluate(parameter.default))
        for parameter in _named(parameters)
        if parameter.default is not None
    )


def bound_names(
    function: FunctionValue, arguments: Arguments, session: Session, annotated: Annotated
) -> dict[str, Value]:
    """The names that a call binds.

    A parameter that isn't passed is its default; where an unseen caller may pass it, no more than
    a default that somebody may have replaced; and unknown where a `*` or `**` may pass it that
    can't be read. `annotated` gives what a parameter's annotation tells.
    """
    parameters = function.node.params
    positional = [*parameters.posonly_params, *parameters.params]
    given = list(arguments.positional)
    if function.bound_to is not None:
        given.insert(0, function.bound_to)
    keywords = dict(arguments.keywords)
    defaults = dict(function.defaults)
    names: dict[str, Value] = {}
    unnamed = len(parameters.posonly_params)
    for index, parameter in enumerate(_named(parameters)):
        name = parameter.name.value
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
            names[name] = replaceable(defaults.get(name), what, session.span(parameter))
            if names[name] is UNKNOWN and isinstance(defaults.get(name, Nothing()), Nothing):
                names[name] = annotated(parameter)
    rest = tuple(given[len(positional) :])
    names.update(_starred(parameters, rest, keywords, _unseen(arguments, rest, keywords)))
    return names


def replaceable(default: Value | None, what: str, span: Span) -> Value:
    """A default that somebody out of sight may replace: a number is kept as a guess."""
    if not isinstance(default, Number):
        return UNKNOWN
    origin = Origin(OriginKind.DEFAULT, f"default of {what}", span)
    return Number(default.quantity.from_place(origin))


def _named(parameters: cst.Parameters) -> Iterator[cst.Param]:
    yield from parameters.posonly_params
    yield from parameters.params
    yield from parameters.kwonly_params


def _unseen(
    arguments: Arguments, rest: tuple[Value, ...], keywords: dict[str, Value]
) -> Unknown | None:
    """What `*args` and `**kwargs` are where a call doesn't show all of it; None where it does."""
    if arguments.complete:
        return None
    is_all_unseen = not (arguments.unread or rest or keywords)
    return UNSEEN if is_all_unseen else one_of(*arguments.hidden, *rest, *keywords.values())


def _starred(
    parameters: cst.Parameters,
    rest: tuple[Value, ...],
    keywords: dict[str, Value],
    unseen: Unknown | None,
) -> Iterator[tuple[str, Value]]:
    """What `*args` and `**kwargs` take of a call: `unseen` where that doesn't show it all."""
    if isinstance(parameters.star_arg, cst.Param):
        yield parameters.star_arg.name.value, unseen or Items(exactly(len(rest)), rest)
    if parameters.star_kwarg is not None:
        yield parameters.star_kwarg.name.value, unseen or Mapping(tuple(keywords.items()))
