"""The slots in the code where the options of a UDF can be rewritten."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterable
from typing import TYPE_CHECKING

from daft_lint.index.code import ELSEWHERE, Expression
from daft_lint.plan.pipeline import Constant, Slot, Udf
from daft_lint.plan.quantity import Origin, OriginKind, Quantity
from daft_lint.plan.span import Span
from daft_lint.plan.wrapper import UdfWrapper
from daft_lint.records import replace
from daft_lint.values.values import Arguments, UdfForm, UdfOptions

if TYPE_CHECKING:
    from daft_lint.infer.context import Context, Site

_TAKE_BATCH_SIZE = frozenset({UdfForm.LEGACY, UdfForm.FUNC_BATCH, UdfForm.METHOD_BATCH})
_CONCURRENCY = ("max_concurrency", "concurrency")
_DEEPEST = 20


def of_decorator(
    options: UdfOptions, form: UdfForm, site: Site, arguments: Arguments
) -> UdfOptions:
    """The options that a decorator's call sets, with their slots."""
    if arguments.get(None, "batch_size") is not None:
        batch_size = _written(site, options.batch_size, "batch_size")
    else:
        batch_size = _added(site, "batch_size") if form in _TAKE_BATCH_SIZE else None
    concurrency = _written(site, options.concurrency, *_CONCURRENCY)
    return replace(options, batch_size_slot=batch_size, concurrency_slot=concurrency)


def of_wrapper(options: UdfOptions, wrapper: UdfWrapper, site: Site) -> UdfOptions:
    """The options that a call of a wrapper sets, with their slots."""
    return replace(
        options,
        batch_size_slot=_written(site, options.batch_size, *wrapper.batch_size),
        concurrency_slot=_written(site, options.concurrency, *wrapper.concurrency),
    )


def of_override(udf: Udf, method: str, site: Site, arguments: Arguments) -> Udf:
    """A UDF that `.override_options` or `.with_concurrency` has changed, with its slots."""
    if method == "with_concurrency":
        slot = _written(site, udf.concurrency, *_CONCURRENCY, 0)
        return replace(udf, concurrency_slot=slot)
    if method == "override_options" and arguments.get(None, "batch_size") is not None:
        return replace(udf, batch_size_slot=_written(site, udf.batch_size, "batch_size"))
    return udf


def _written(site: Site, number: Quantity | None, *ways: str | int) -> Slot | None:
    """The slot of an argument that is given, by its name or by its place."""
    node, call = site.node, site.call
    starred = any(each[0] == "starred" for each in call.arguments)
    for place, argument in enumerate(node.args):
        if place in ways and not starred:
            return _place(argument, call.arguments[place], number, site.context)
    for keyword, (_, given) in zip(node.keywords, call.keywords, strict=True):
        if keyword.arg in ways:
            return _place(keyword.value, given, number, site.context)
    return None


def _added(site: Site, name: str) -> Slot | None:
    """The slot of an argument that isn't given: behind the last one."""
    module = site.context.module
    ends = [module.end_of(each) for each in site.node.args]
    ends += [module.end_of(each) for each in site.node.keywords]
    if not ends:
        return None
    last = max(ends)
    return Slot(module.between(last, last), f", {name}=")


def _place(
    node: ast.expr, value: Expression, number: Quantity | None, context: Context
) -> Slot | None:
    """Where the number of an argument stands, if no other number would change with it."""
    span = context.module.span_of(node)
    if number is None:
        return Slot(span) if value[:2] == ("constant", None) else None
    if not number.known or not number.origins:
        return None
    if all(_is_literal_in(origin, span) for origin in number.origins):
        return Slot(span)
    return steady_slot(node, value, context)


def steady_slot(node: ast.expr, value: Expression, context: Context) -> Slot | None:
    """The slot of an expression that has the same value whenever it is reached; else None.

    It is made of literals, and of names that stand for such an expression: of no parameter and no
    loop variable. A name that is given a number once and read once may be written anew there.
    """
    module = context.module
    if not _is_steady(value, context, _DEEPEST):
        return None
    span = module.span_of(node)
    home, given = _bound_to(value, context)
    if home is None or given[0] != "constant" or type(given[1]) not in (int, float):
        return Slot(span)
    name = value[1]
    if not _is_read_once(name, context):
        return Slot(span)
    return Slot(span, constant=Constant(name, home.outer is None and name[0] != "_"))


def _is_steady(value: Expression, context: Context, depth: int) -> bool:
    inner: Iterable[Expression]
    match value:
        case _ if depth == 0:
            return False
        case ("constant", *_):
            return True
        case ("name", *_):
            home, given = _bound_to(value, context)
            return home is not None and _is_steady(given, home, depth - 1)
        case ("subscript", ("name", name, _) as owner, key, _) if _is_read_once(name, context):
            # Nothing else may put something into it.
            inner = (owner, key)
        case ("binary", _, *inner) | ("unary", _, *inner) | ("items", "List" | "Tuple", inner, _):
            pass
        case ("dict", pairs):
            inner = [each for pair in pairs for each in pair if each is not None]
        case _:
            return False
    return all(_is_steady(each, context, depth - 1) for each in inner)


def _bound_to(value: Expression, context: Context) -> tuple[Context | None, Expression]:
    """The scope that binds a name, and the expression, if one assignment alone does so."""
    if value[0] != "name":
        return None, ()
    _, name, number = value
    index, home = context.index, context
    if number == ELSEWHERE:
        while home.outer is not None and (
            name not in home.scope.bound or home.scope.kind == "class"
        ):
            home = home.outer
        number = next(iter(home.scope.bound.get(name, ())), ELSEWHERE)
    while number >= 0 and index.definitions[number][0] == "loop":
        # At the head of one that doesn't change it.
        _, before, back, _ = index.definitions[number]
        number = before if back is None else ELSEWHERE
    if home.scope.bound.get(name) != [number] or name in index.rebound:
        return None, ()
    definition = index.definitions[number]
    return (home, definition[2]) if definition[0] == "value" else (None, ())


def _is_read_once(name: str, context: Context) -> bool:
    """Whether a file has a name twice: where that is bound, and where it is read."""
    return len(re.findall(rf"\b{name}\b", context.module.document.text)) == 2


def _is_literal_in(origin: Origin, around: Span) -> bool:
    """Whether a number was written somewhere in a span."""
    span = origin.span
    return origin.kind is OriginKind.LITERAL and span is not None and around.holds(span)
