"""What a name stands for, by the kind of its definition (see `index.code`)."""

from __future__ import annotations

import ast
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from daft_lint.daft_api import operators
from daft_lint.index.code import (
    CHANGES,
    DELETED,
    GETTERS,
    OPAQUE,
    UNBOUND,
    Block,
    Definition,
    Expression,
    last_name,
)
from daft_lint.infer import arguments, decorators, names, parameters, states
from daft_lint.infer.context import Context, Given, Site
from daft_lint.infer.expressions import held
from daft_lint.infer.lending import lent
from daft_lint.infer.truth import truth_of
from daft_lint.infer.widening import settled, widened
from daft_lint.plan.pipeline import EARLIER_ROUNDS, UNKNOWN_STEPS
from daft_lint.plan.quantity import Origin, OriginKind
from daft_lint.plan.span import Span
from daft_lint.records import replace
from daft_lint.values import containers, infix, unrolling
from daft_lint.values.alternatives import either
from daft_lint.values.assumptions import with_assumptions
from daft_lint.values.values import (
    UNKNOWN,
    Alternatives,
    Arguments,
    Class,
    FrameValue,
    Function,
    Imported,
    Instance,
    Items,
    Mapping,
    Module,
    Number,
    PartialValue,
    UdfClassValue,
    UdfInstanceValue,
    UdfValue,
    Unknown,
    Value,
    each_of,
    may_change,
)

if TYPE_CHECKING:
    from daft_lint.infer.inference import Infer

_STEPS = Class | Function | Module | PartialValue | UdfClassValue | UdfInstanceValue | UdfValue
# With more possible values of a loop, what they have in common isn't worked out.
_MOST_TOGETHER = 12


def _value(infer: Infer, context: Context, name: str, expression: Expression) -> Value:
    """`name = expression`: a literal number is reported by that name from then on."""
    value = held(infer, context, expression)
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
    """The part of an unpacked value that a target gets."""
    for place in path:
        known = value.values if isinstance(value, Items) else None
        if known is None or place >= len(known):
            return UNKNOWN
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
        header = context.index.blocks[block].place
        if header is not None and unrolling.holds_too_many_frames(over):
            span = context.module.span(header)
            infer.stop(span.path, span, f"{unrolling.MOST_ROUNDS} frames in one loop")
        return UNKNOWN
    return either([_at(item, path) for item in items])


def _entered(infer: Infer, context: Context, manager: Expression) -> Value:
    """What `with` gives a name: most managers give themselves."""
    value = infer.value(manager, context)
    enter = infer.attribute(value, "__enter__") if isinstance(value, Instance) else None
    if isinstance(enter, Function):
        return infer.apply(enter, Given(), None)
    return value if isinstance(value, FrameValue | Instance) else UNKNOWN


def _augmented(
    infer: Infer, context: Context, before: int, operator: str, expression: Expression
) -> Value:
    symbol: ast.operator = getattr(ast, operator)()
    old = _own(infer, context, before)
    return infix.augmented(symbol, old, infer.value(expression, context))


def _mutated(infer: Infer, context: Context, before: int, number: int) -> Value:
    """A list or dict after a method that changes it; other objects may have such methods too."""
    call = context.index.calls[number]

    def changed(old: Value) -> Value | None:
        given = arguments.evaluated(infer, arguments.of_call(infer, Site(context, number)))
        return containers.changed(old, call.function[2], given)

    return _changed(_own(infer, context, before), changed)


def _item(
    infer: Infer, context: Context, before: int, key: Expression, expression: Expression
) -> Value:
    """A list or dict after one of its items was set."""

    def changed(old: Value) -> Value | None:
        at = infer.value(key, context)
        if expression == DELETED:
            return containers.changed(old, "pop", Arguments((at,)))
        value = infer.value(expression, context)
        return None if expression == OPAQUE else containers.with_item(old, at, value)

    return _changed(_own(infer, context, before), changed)


def _changed(old: Value, change: Callable[[Value], Value | None]) -> Value:
    """A changed list or dict; unknown where the change can't be followed."""

    def one(each: Value) -> Value:
        return (change(each) or UNKNOWN) if isinstance(each, Items | Mapping) else each

    return either([one(each) for each in each_of(old)])


def _own(infer: Infer, context: Context, number: int) -> Value:
    """The list or dict that is changed in place; unknown where it has other names."""
    value = infer.definition(number, context)
    return UNKNOWN if may_change(value) and not _has_one_name(infer, context, number) else value


def _has_one_name(infer: Infer, context: Context, number: int) -> bool:
    """Whether the list or dict of a definition was made for it."""
    kind, *rest = context.index.definitions[number]
    if kind == "value":
        return _is_made(infer, context, rest[1])
    if kind == "parameter":
        return context.given is not None and rest[0] in context.given
    if kind == "either":
        ways = [each for each in rest[1:] if each != UNBOUND]
        return all(_has_one_name(infer, context, each) for each in ways)
    if kind in CHANGES or kind in {"after", "loop"}:
        return rest[0] != UNBOUND and _has_one_name(infer, context, rest[0])
    return kind in {"called", "held"}


def _is_made(infer: Infer, context: Context, expression: Expression) -> bool:
    """Whether an expression makes the list or dict that it gives."""
    match expression:
        case ("binary" | "comprehension" | "dict" | "items", *_):
            return True
        case ("call", number):
            return last_name(context.index.calls[number].function) not in GETTERS
        case ("or" | "and", parts) | ("choice", _, *parts):
            return all(
                _is_made(infer, context, part) or not may_change(infer.value(part, context))
                for part in parts
            )
    return False


def _disturbed(infer: Infer, context: Context, before: int) -> Value:
    """A value after something inside of it was changed."""
    old = infer.definition(before, context)
    return UNKNOWN if isinstance(old, Items | Mapping | Alternatives) else old


def _either(infer: Infer, context: Context, test: Expression | None, one: int, other: int) -> Value:
    """Where two ways meet: a name that one of them lacks is taken to have come the other way."""
    found = [infer.definition(number, context) for number in (one, other) if number != UNBOUND]
    if len(found) == 2 and test is not None and found[0] is not found[1]:
        truth = truth_of(infer, test, context)
        if truth is not None:
            return found[0 if truth else 1]
    if len(found) == 2 and test is None and context.index.definitions[one][0] == "import":
        return _imported(context, found, context.index.definitions[other])
    return either(found)


def _imported(context: Context, found: Sequence[Value], other: Definition) -> Value:
    """What `try: import` binds: of steps and UDFs, the one that the project has.

    A number may be that of the `try` or of its handler.
    """
    first, second = (isinstance(each, _STEPS) for each in found)
    if first:
        return found[0]
    if not second or other[0] != "import" or not isinstance(found[0], Imported | Unknown):
        return either(found)
    text = f"`{other[3] or other[1]}` is imported from `{other[1]}`"
    return with_assumptions(found[1], (Origin(OriginKind.ASSUMPTION, text),))


def _loop(infer: Infer, context: Context, before: int, back: int | None, block: int) -> Value:
    """A name at the head of a loop: what the round before left, where rounds are distinguished."""
    if context.turn is not None and context.turn[0] == block and back is not None:
        if context.previous is not None:
            return infer.definition(back, context.previous)
        assert context.around is not None
        return infer.definition(before, context.around)
    value = infer.definition(before, context)
    return value if back is None else _widened(context, value, block)


def _after(infer: Infer, context: Context, before: int, back: int, block: int) -> Value:
    """A name behind a loop: what its last round left, or what it was without any."""
    rounds = followed_rounds(infer, context, block)
    start = infer.definition(before, context)
    if rounds is not None and not rounds:
        return start
    end = infer.definition(back, rounds[-1] if rounds else context)
    if end == UNKNOWN:
        return _widened(context, start, block, UNKNOWN_STEPS, infer.next_number())
    end = settled(end, _body(context, block))
    return end if rounds or before == UNBOUND else either([start, end])


def _widened(
    context: Context, value: Value, block: int, what: str = EARLIER_ROUNDS, number: int = 0
) -> Value:
    """What a value may have become in a loop; a hint on its header says what is left."""
    made = widened(value, _body(context, block), what, number)
    if not isinstance(made, FrameValue):
        return made
    *before, step = made.plan.operators
    header = context.index.blocks[block].place
    assert header is not None
    at_header = replace(step, span=context.module.span(header))
    hinted = context.module.hints.step(at_header, made.plan.source.span)
    plan = made.plan.with_operators((*before, replace(hinted, span=step.span)))
    return replace(made, plan=plan)


def followed_rounds(infer: Infer, context: Context, block: int) -> list[Context] | None:
    """The rounds of a loop, where all are in sight, none ends early, and none runs a frame."""
    loop: Block = context.index.blocks[block]
    if loop.kind != "loop" or loop.leaves or loop.test is None or not loop.counted:
        return None
    if _runs_some(context, loop):
        return None
    items = unrolling.items_of(infer.value(loop.test, context))
    if _changes_its_list(context, block, loop):
        return None
    if block not in context.rounds:
        context.rounds[block] = context.rounds_of(loop.begin, block, items)
    return context.rounds[block]


def _changes_its_list(context: Context, block: int, loop: Block) -> bool:
    """Whether a round of a loop changes what the loop is over."""
    assert loop.test is not None
    return loop.test[0] == "name" and any(
        each[0] == "loop" and each[3] == block and each[1] == loop.test[2] and each[2] is not None
        for each in context.index.definitions[loop.begin[0] : loop.end[0]]
    )


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


def _held(infer: Infer, context: Context, attribute: str) -> Value:
    """An attribute of its object as a method finds it."""
    owner = infer.definition(context.scope.bound[context.scope.parameters[0].name][0], context)
    if not isinstance(owner, Instance):
        return infer.attribute(owner, attribute)
    return states.at_entry(infer, owner, attribute, context)


def _called(infer: Infer, context: Context, before: int, number: int, attribute: str) -> Value:
    """An attribute of the object behind a call of one of its methods."""
    found = [
        states.left_by(infer, each, attribute, Site(context, number))
        for each in each_of(infer.value(context.index.calls[number].function, context))
    ]
    return either([infer.definition(before, context) if each is None else each for each in found])


def _opaque(infer: Infer, context: Context) -> Value:
    return UNKNOWN


HANDLERS: dict[str, Callable[..., Value]] = {
    "after": _after,
    "augmented": _augmented,
    "called": _called,
    "class": _class,
    "disturbed": _disturbed,
    "each": _each,
    "either": _either,
    "entered": _entered,
    "function": _function,
    "held": _held,
    "import": names.imported,
    "item": _item,
    "lent": lent,
    "loop": _loop,
    "mutated": _mutated,
    "opaque": _opaque,
    "parameter": parameters.parameter,
    "overlaid": names.overlaid,
    "part": _part,
    "value": _value,
}
