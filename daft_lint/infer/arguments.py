"""The arguments of a call: gathered without a look at them, evaluated, bound to parameters."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from daft_lint.index.code import Scope
from daft_lint.infer.context import Asked, Given, Site
from daft_lint.plan.quantity import exactly
from daft_lint.values.unrolling import known_items
from daft_lint.values.values import UNKNOWN, Arguments, Function, Items, Mapping, Value

if TYPE_CHECKING:
    from daft_lint.infer.inference import Infer


def of_call(infer: Infer, site: Site) -> Given:
    """The arguments of a call; only those with a star are evaluated."""
    call, context = site.call, site.context
    positional: list[Asked | Value] = []
    after: list[Asked | Value] = []
    keywords: dict[str, Asked | Value] = {}
    complete = True
    for argument in call.arguments:
        into = positional if complete else after
        if argument[0] != "starred":
            into.append(Asked(argument, context))
            continue
        items = known_items(infer.value(argument[1], context))
        into += items or ()
        complete = complete and items is not None
    for name, argument in call.keywords:
        if name is not None:
            keywords[name] = Asked(argument, context)
            continue
        value = infer.value(argument, context)
        entries = value.entries if isinstance(value, Mapping) else ((None, UNKNOWN),)
        keywords.update((key, entry) for key, entry in entries if isinstance(key, str))
        complete = complete and all(isinstance(key, str) for key, _ in entries)
    return Given(tuple(positional), keywords, complete, tuple(after))


def known(infer: Infer, given: Asked | Value) -> Value:
    """The value of an argument."""
    if isinstance(given, Asked):
        return infer.value(given.expression, given.context)
    return given


def evaluated(infer: Infer, given: Given) -> Arguments:
    """The values of arguments."""
    return Arguments(
        tuple(known(infer, each) for each in given.positional),
        {name: known(infer, each) for name, each in given.keywords.items()},
        given.complete,
        tuple(known(infer, each) for each in given.after),
    )


def of(arguments: Arguments) -> Given:
    """Arguments whose values are known already."""
    return Given(arguments.positional, arguments.keywords, arguments.complete, arguments.after)


def bound(infer: Infer, function: Function, given: Given) -> dict[str, Asked | Value]:
    """What a call gives to the parameters of a function; those that it leaves out are missing.

    Where it isn't all in sight, what is left out is unknown.
    """
    scope: Scope = function.scope
    positional = [*function.bound, *given.positional]
    keywords = dict(given.keywords)
    result: dict[str, Asked | Value] = {}
    for parameter in scope.parameters:
        name = parameter.name
        match parameter.kind:
            case "" | "/":
                if positional:
                    result[name] = positional.pop(0)
                elif name in keywords and not parameter.kind:
                    result[name] = keywords.pop(name)
            case "k" if name in keywords:
                result[name] = keywords.pop(name)
            case "*":
                result[name] = _rest(infer, positional) if given.complete else UNKNOWN
    for parameter in scope.parameters:
        if parameter.kind == "**":
            entries = tuple((name, known(infer, each)) for name, each in keywords.items())
            result[parameter.name] = Mapping(entries) if given.complete else UNKNOWN
        elif not given.complete and parameter.name not in result:
            result[parameter.name] = UNKNOWN
    return result


def _rest(infer: Infer, rest: Iterable[Asked | Value]) -> Items:
    values = tuple(known(infer, each) for each in rest)
    return Items(exactly(len(values)), values)
