"""What a name stands for, by the kind of its definition (see `index.code`)."""

from __future__ import annotations

import ast
from collections.abc import Callable
from typing import TYPE_CHECKING

from daft_lint.daft_api import operators
from daft_lint.index.code import UNBOUND, Block, Expression
from daft_lint.infer import arguments, decorators, names, parameters
from daft_lint.infer.context import Context, Site
from daft_lint.infer.truth import truth_of
from daft_lint.infer.widening import widened
from daft_lint.plan.quantity import Origin, OriginKind
from daft_lint.plan.span import Span
from daft_lint.values import containers, infix, unrolling
from daft_lint.values.alternatives import either
from daft_lint.values.values import (
    UNKNOWN,
    Alternatives,
    Class,
    FrameValue,
    Function,
    Instance,
    Items,
    Mapping,
    Number,
    Value,
    one_of,
)

if TYPE_CHECKING:
    from daft_lint.infer.inference import Infer

# With more values that a loop may give, what they have in common is not worked out.
_MOST_TOGETHER = 12


def _value(infer: Infer, context: Context, name: str, expression: Expression) -> Value:
    """`name = expression`: a literal number is spoken of by that name from then on."""
    value = infer.value(expression, context)
    if not isinstance(value, Number) or len(value.quantity.origins) != 1:
        return value
    origin = value.quantity.origins[0]
    if origin.kind is not OriginKind.LITERAL:
        return value
    named = Origin(OriginKind.CONSTANT, f"{name} = {value.quantity}", origin.span)
    return Number(value.quantity.from_place(named))


def _part(infer: Infer, context: Context, expression: Expression, path: tuple[int, ...]) -> Value:
    return _at(infer.value(expression, context), path)


def _at(value: Value, path: tuple[int, ...]) -> Value:
    """What a target gets of a value that is unpacked."""
    for place in path:
        known = value.values if isinstance(value, Items) else None
        if known is None or place >= len(known):
            return one_of(value)
        value = known[place]
    return value


def _each(
    infer: Infer, context: Context, iterable: Expression, path: tuple[int, ...], block: int
) -> Value:
    """The item of this round, or any item of what is looped over."""
    if context.turn is not None and context.turn[0] == block:
        return _at(context.turn[1], path)
    over = infer.value(iterable, context)
    items = unrolling.items_of(over)
    if items is None or not 0 < len(items) <= _MOST_TOGETHER:
        return one_of(over)
    return either([_at(item, path) for item in items])


def _entered(infer: Infer, context: Context, manager: Expression) -> Value:
    """What `with` gives a name: most managers give themselves."""
    value = infer.value(manager, context)
    return value if isinstance(value, FrameValue | Instance) else UNKNOWN


def _augmented(
    infer: Infer, context: Context, operator: str, before: int, expression: Expression
) -> Value:
    symbol: ast.operator = getattr(ast, operator)()
    old = infer.definition(before, context)
    return infix.augmented(symbol, old, infer.value(expression, context))


def _mutated(infer: Infer, context: Context, before: int, number: int) -> Value:
    """A list or dict after a method that changes it; all else has methods of that name too."""
    old, call = infer.definition(before, context), context.index.calls[number]
    if not isinstance(old, Items | Mapping):
        return old
    given = arguments.evaluated(infer, arguments.of_call(infer, Site(context, number)))
    changed = containers.changed(old, call.function[2], given)
    return one_of(old) if changed is None else changed


def _item(
    infer: Infer, context: Context, before: int, key: Expression, expression: Expression
) -> Value:
    """A list or dict after one of its items was set."""
    old = infer.definition(before, context)
    if not isinstance(old, Items | Mapping) or expression[0] == "opaque":
        return one_of(old) if isinstance(old, Items | Mapping) else old
    value = infer.value(expression, context)
    changed = containers.with_item(old, infer.value(key, context), value)
    return one_of(old) if changed is None else changed


def _disturbed(infer: Infer, context: Context, before: int) -> Value:
    """Something after what is inside of it was changed."""
    old = infer.definition(before, context)
    return one_of(old) if isinstance(old, Items | Mapping | Alternatives) else old


def _either(infer: Infer, context: Context, test: Expression | None, one: int, other: int) -> Value:
    """Where two ways meet: a name that one of them lacks is taken to have come the other way."""
    truth = None if test is None else truth_of(infer, test, context)
    ways = [one, other]
    if truth is not None and (one if truth else other) != UNBOUND:
        ways = [one if truth else other]
    found = [infer.definition(number, context) for number in ways if number != UNBOUND]
    return either(found)


def _loop(infer: Infer, context: Context, before: int, back: int | None, block: int) -> Value:
    """A name at the head of a loop: what the round before left, where rounds are distinguished."""
    if context.turn is not None and context.turn[0] == block and back is not None:
        if context.previous is not None:
            return infer.definition(back, context.previous)
        assert context.around is not None
        return infer.definition(before, context.around)
    value = infer.definition(before, context)
    return value if back is None else widened(value, _body(context, block), "loop")


def _after(infer: Infer, context: Context, before: int, back: int, block: int) -> Value:
    """A name behind a loop: what its last round left, or what it was without any."""
    rounds = _rounds(infer, context, block)
    if rounds is not None:
        if not rounds:
            return infer.definition(before, context)
        return infer.definition(back, rounds[-1])
    found = [infer.definition(number, context) for number in (before, back) if number != UNBOUND]
    return either(found)


def _rounds(infer: Infer, context: Context, block: int) -> list[Context] | None:
    """The rounds of a loop, where all are in sight, none ends early, and none runs a frame."""
    loop: Block = context.index.blocks[block]
    if loop.leaves or loop.test is None or not loop.counted or _runs_some(context, loop):
        return None
    items = unrolling.items_of(infer.value(loop.test, context))
    if items is None:
        return None
    if block not in context.rounds:
        rounds: list[Context] = []
        for item in items:
            rounds.append(context.round(loop.begin, block, item, rounds[-1] if rounds else None))
        context.rounds[block] = rounds
    return context.rounds[block]


def _runs_some(context: Context, loop: Block) -> bool:
    """Whether something in a loop may run a frame: then its rounds are runs of one pipeline."""
    calls = context.index.calls[loop.begin[1] : loop.end[1]]
    return any(
        call.function[0] == "attribute" and operators.is_action(call.function[2]) for call in calls
    )


def _body(context: Context, block: int) -> Span:
    loop: Block = context.index.blocks[block]
    assert loop.body is not None
    return context.module.span(loop.body)


def _function(infer: Infer, context: Context, scope: int) -> Value:
    own = context.index.scopes[scope]
    return decorators.decorated(infer, Function(own, context), own, context)


def _class(infer: Infer, context: Context, scope: int) -> Value:
    own = context.index.scopes[scope]
    return decorators.decorated(infer, Class(own, context), own, context)


def _opaque(infer: Infer, context: Context) -> Value:
    return UNKNOWN


HANDLERS: dict[str, Callable[..., Value]] = {
    "after": _after,
    "augmented": _augmented,
    "class": _class,
    "disturbed": _disturbed,
    "each": _each,
    "either": _either,
    "entered": _entered,
    "function": _function,
    "import": names.imported,
    "item": _item,
    "loop": _loop,
    "mutated": _mutated,
    "opaque": _opaque,
    "parameter": parameters.parameter,
    "overlaid": names.overlaid,
    "part": _part,
    "value": _value,
}
