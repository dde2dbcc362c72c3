"""What an expression stands for, by its kind (see `index.code`)."""

from __future__ import annotations

import ast
import math
from collections.abc import Callable, Iterator, Sequence
from typing import TYPE_CHECKING

from daft_lint.index.code import ELSEWHERE, Expression, Index, Place, changed_later, last_name
from daft_lint.infer import attributes, frames
from daft_lint.infer.names import looked_up
from daft_lint.infer.truth import holds, truth_of
from daft_lint.infer.writes import is_set_elsewhere
from daft_lint.plan.quantity import Origin, OriginKind, between, exactly
from daft_lint.records import replace
from daft_lint.values import columns, infix, numbers, texts, unrolling
from daft_lint.values.alternatives import either
from daft_lint.values.truth import truth
from daft_lint.values.values import (
    UNKNOWN,
    Alternatives,
    Class,
    ExpressionValue,
    Flag,
    FrameValue,
    Function,
    Imported,
    Instance,
    Items,
    Key,
    Mapping,
    Module,
    Nothing,
    Number,
    Text,
    Unknown,
    Value,
    each_of,
    held_by,
    key_of,
    may_change,
)

if TYPE_CHECKING:
    from daft_lint.infer.context import Context
    from daft_lint.infer.inference import Infer

_VIEWS = frozenset({"items", "keys", "values"})
_LAZY = frozenset({"enumerate", "filter", "iter", "map", "reversed", "zip"})
_COPYING = frozenset({"dict", "list", "sorted", "tuple"})
# Of longer lists of numbers and texts only the length is kept.
_LONGEST = 200
_PLAIN = Number | Text | Items | Mapping | Nothing | Flag


def _column(name: str) -> ExpressionValue:
    """A column by its name."""
    return ExpressionValue(frozenset({name}), name, text=f"col({name!r})")


def _constant(infer: Infer, context: Context, value: object, place: Place | None) -> Value:
    if value is None:
        return Nothing()
    if isinstance(value, bool):
        return Flag(value)
    if isinstance(value, str):
        return texts.of(value, known=True)
    if isinstance(value, int | float) and numbers.is_countable(value) and place is not None:
        origin = Origin(OriginKind.LITERAL, f"{value:,}", context.module.span(place))
        return Number(exactly(value, origin))
    return UNKNOWN


def _name(infer: Infer, context: Context, name: str, definition: int) -> Value:
    if definition == ELSEWHERE:
        return looked_up(infer, name, context)
    value = infer.definition(definition, context)
    if isinstance(value, Class | Function | Imported | Module):
        return value
    if context.scope.kind != "module":
        # A function in it may set or change it.
        is_set = name in context.index.rebound and not isinstance(value, FrameValue)
        return UNKNOWN if is_set else value
    if name in context.index.rebound or context.index.is_open:
        return UNKNOWN
    if may_change(value):
        # From now on it has a second name, and may be changed by either.
        return UNKNOWN if is_set_elsewhere(infer, name, context.module) else value
    return value


def _attribute(
    infer: Infer, context: Context, base: Expression, name: str, definition: int
) -> Value:
    owner = infer.value(base, context)
    if definition != ELSEWHERE and attributes.keeps(infer, owner, name):
        return infer.definition(definition, context)
    if isinstance(owner, Instance) and base[0] == "name":
        return attributes.seen_in_method(infer, owner, name, context)
    return infer.attribute(owner, name)


def _call(infer: Infer, context: Context, number: int) -> Value:
    return infer.call(number, context)


def _subscript(
    infer: Infer, context: Context, base: Expression, key: Expression, place: Place
) -> Value:
    owner = infer.value(base, context)
    is_slice = key[0] == "slice"
    at = UNKNOWN if is_slice else infer.value(key, context)
    if isinstance(owner, FrameValue):
        if is_slice or isinstance(at, Items):
            several = key[0] == "items" and key[1] == "Tuple"
            keys = at.values if several and isinstance(at, Items) else None
            return frames.selected(infer, owner, keys or (at,), context, place)
        name = at.exact if isinstance(at, Text) else None
        return ExpressionValue(None) if name is None else _column(name)
    if key[0] == "slice" and isinstance(owner, Items | Unknown):
        return _first_of(infer, context, owner, key)
    return _item(owner, at, is_slice=is_slice)


def _first_of(infer: Infer, context: Context, owner: Value, key: Expression) -> Value:
    """`owner[:5]`: at most so many, whatever there are."""
    most = None if key[2] is None else numbers.whole_number(infer.value(key[2], context))
    if key[1] is not None or key[3] is not None or most is None or most < 0:
        return UNKNOWN
    length = owner.length if isinstance(owner, Items) else between(0, math.inf)
    return Items(replace(length, low=min(length.low, most), high=min(length.high, most)))


def _item(owner: Value, key: Value, *, is_slice: bool) -> Value:
    """`owner[key]`."""
    if isinstance(owner, Alternatives):
        return either([_item(each, key, is_slice=is_slice) for each in owner.values])
    if isinstance(owner, ExpressionValue):
        return columns.item(owner, key)
    if isinstance(owner, Mapping):
        name = key_of(key)
        if name is not None:
            return owner.get(name)
        values = [value for _, value in owner.entries]
        is_code = bool(values) and all(isinstance(each, Class | Function) for each in values)
        return either(values) if is_code else UNKNOWN
    if isinstance(owner, Items) and owner.values is not None and not is_slice:
        place = numbers.whole_number(key)
        if place is not None and -len(owner.values) <= place < len(owner.values):
            return owner.values[place]
    return UNKNOWN


def _binary(
    infer: Infer, context: Context, operator: str, left: Expression, right: Expression
) -> Value:
    symbol: ast.operator = getattr(ast, operator)()
    return infix.operated(symbol, infer.value(left, context), infer.value(right, context))


def _unary(infer: Infer, context: Context, operator: str, operand: Expression) -> Value:
    value = infer.value(operand, context)
    if isinstance(value, ExpressionValue):
        return columns.combined(value, value, conjunction=False)
    if operator == "Not":
        answer = truth(value)
        return UNKNOWN if answer is None else Flag(not answer)
    if operator == "UAdd" and isinstance(value, Number):
        return value
    return numbers.negated(value) if operator == "USub" else UNKNOWN


def _compare(
    infer: Infer,
    context: Context,
    operators: Sequence[str],
    first: Expression,
    others: Sequence[Expression],
) -> Value:
    values = [infer.value(each, context) for each in (first, *others)]
    symbols: list[ast.cmpop] = [getattr(ast, name)() for name in operators]
    is_identity = operators[0] in {"Is", "IsNot"}
    if not is_identity and any(isinstance(value, ExpressionValue) for value in values):
        return _compared(values)
    pairs = zip(symbols, values, values[1:], strict=False)
    answers = [truth(infix.compared(symbol, left, right)) for symbol, left, right in pairs]
    if False in answers:
        return Flag(False)
    return UNKNOWN if None in answers else Flag(True)


def _compared(values: Sequence[Value]) -> Value:
    """A comparison of columns, which is an expression of them."""
    whole = values[0]
    for value in values[1:]:
        whole = columns.combined(whole, value, conjunction=False)
    return whole


def _choice(
    infer: Infer, context: Context, test: Expression, then: Expression, otherwise: Expression
) -> Value:
    holds = truth_of(infer, test, context)
    if holds is not None:
        return infer.value(then if holds else otherwise, context)
    return either([infer.value(then, context), infer.value(otherwise, context)])


def _or(infer: Infer, context: Context, parts: Sequence[Expression]) -> Value:
    return _first(infer, context, parts, stops=True)


def _and(infer: Infer, context: Context, parts: Sequence[Expression]) -> Value:
    return _first(infer, context, parts, stops=False)


def _first(infer: Infer, context: Context, parts: Sequence[Expression], *, stops: bool) -> Value:
    """The first value that decides an `and` or `or`, else the last one."""
    found: list[Value] = []
    for number, part in enumerate(parts):
        value = infer.value(part, context)
        answer = holds(infer, value)
        if answer is (not stops) and number + 1 < len(parts):
            continue
        found.append(value)
        if answer is stops:
            break
    return either(found)


def held(infer: Infer, context: Context, part: Expression) -> Value:
    """A value that gets another name, or goes into a list: unknown if it is changed later."""
    value = infer.value(part, context)
    if not may_change(value):
        return value
    is_deep = any(may_change(inner) for each in each_of(value) for inner in held_by(each))
    seen = _seen_by(context.index, part, _LAZY | _COPYING if is_deep else _LAZY)
    return UNKNOWN if any(is_changed(infer, context, each) for each in seen) else value


def _seen_by(index: Index, part: Expression, functions: frozenset[str]) -> Iterator[int]:
    """The definitions of the lists and dicts that an expression reads."""
    if part[0] == "name":
        yield part[2]
    elif part[0] == "call":
        call = index.calls[part[1]]
        name = last_name(call.function)
        if call.function[0] == "attribute" and name in _VIEWS:
            yield from _seen_by(index, call.function[1], functions)
        for each in call.arguments if name in functions else ():
            yield from _seen_by(index, each, functions)


def is_changed(infer: Infer, context: Context, number: int) -> bool:
    """Whether something changes the list or dict of a definition in place behind it."""
    key = "changed", context.module.path
    return number in infer.once(key, lambda: changed_later(context.index.definitions))


def _items(
    infer: Infer, context: Context, kind: str, parts: Sequence[Expression], place: Place
) -> Value:
    values: list[Value] = []
    hidden = False
    for part in parts:
        if part[0] != "starred":
            values.append(held(infer, context, part))
            continue
        more = unrolling.known_items(infer.value(part[1], context))
        values += more or ()
        hidden = hidden or more is None
    if hidden:
        return Items(between(len(values), math.inf))
    if kind == "Set":
        return Items(between(min(len(values), 1), len(values)))
    span = context.module.span(place)
    length = exactly(len(values), Origin(OriginKind.LITERAL, f"{len(values):,} items", span))
    is_kept = len(values) <= _LONGEST or not all(isinstance(each, _PLAIN) for each in values)
    return Items(length, tuple(values) if is_kept else None)


def _dict(
    infer: Infer, context: Context, pairs: Sequence[tuple[Expression | None, Expression]]
) -> Value:
    entries: list[tuple[Key, Value]] = []
    for key, part in pairs:
        value = held(infer, context, part)
        if key is not None:
            entries.append((key_of(infer.value(key, context)), value))
        elif isinstance(value, Mapping):
            entries += value.entries
        else:
            entries.append((None, UNKNOWN))
    return Mapping.of(entries)


def _text(infer: Infer, context: Context, parts: Sequence[tuple[Expression, bool]]) -> Value:
    pattern, known = "", True
    for part, is_plain in parts:
        if part[0] == "constant" and is_plain:
            pattern += str(part[1])
            continue
        value = infer.value(part, context)
        piece = _as_text(value) if is_plain else "*"
        known = known and is_plain and _is_all_known(value, piece)
        pattern += piece
    return texts.of(pattern, known=known)


def _as_text(value: Value) -> str:
    if isinstance(value, Text):
        return value.pattern
    if isinstance(value, Number) and value.quantity.known:
        return "*" if numbers.is_uncertain(value.quantity) else str(value.quantity.low)
    return "*"


def _is_all_known(value: Value, text: str) -> bool:
    if isinstance(value, Text):
        return value.written is not None
    return text != "*"


def _comprehension(
    infer: Infer,
    context: Context,
    kind: str,
    element: Expression,
    iterable: Expression,
    is_whole: bool,
    block: int,
    begin: tuple[int, int],
) -> Value:
    """What a comprehension gives, item by item where all rounds are in sight."""
    over = infer.value(iterable, context)
    items = unrolling.items_of(over) if is_whole and kind != "SetComp" else None
    rounds = context.rounds_of(begin, block, items)
    if rounds is not None and not any(isinstance(item, FrameValue) for item in items or ()):
        made = [infer.value(element, each) for each in rounds]
        if not any(isinstance(value, FrameValue) for value in made):
            return _mapping(made) if kind == "DictComp" else unrolling.listed(made)
    each = infer.value(element, context)
    place, most = context.index.blocks[block].place, unrolling.MOST_ROUNDS
    is_long = isinstance(over, Items) and over.length.low > most
    if is_long and place is not None and isinstance(each, ExpressionValue) and each.calls:
        span = context.module.span(place)
        infer.stop(span.path, span, f"{most} columns in one comprehension")
    if kind == "DictComp":
        return _mapping([each])
    length = over.length if isinstance(over, Items) else between(0, math.inf)
    if isinstance(over, Mapping) and (keys := unrolling.keys_of(over)) is not None:
        length = exactly(len(keys))
    if not is_whole:
        length = between(0, math.inf)
    if kind == "SetComp":
        length = between(min(length.low, 1), length.high, *length.origins)
    remainder = element[:2] == ("binary", "Mod")
    kinds = numbers.whole_number(infer.value(element[3], context)) if remainder else None
    return Items(length, kinds=kinds)


def _mapping(pairs: Sequence[Value]) -> Value:
    """A dict of pairs."""
    known = [pair.values for pair in pairs if isinstance(pair, Items) and pair.values]
    return Mapping.of((key_of(pair[0]), pair[1]) for pair in known)


def _lambda(infer: Infer, context: Context, scope: int) -> Value:
    return Function(context.index.scopes[scope], context)


def _unknown(infer: Infer, context: Context, *parts: object) -> Value:
    return UNKNOWN


HANDLERS: dict[str, Callable[..., Value]] = {
    "and": _and,
    "attribute": _attribute,
    "binary": _binary,
    "call": _call,
    "choice": _choice,
    "compare": _compare,
    "comprehension": _comprehension,
    "constant": _constant,
    "dict": _dict,
    "items": _items,
    "lambda": _lambda,
    "name": _name,
    "opaque": _unknown,
    "or": _or,
    "slice": _unknown,
    "starred": _unknown,
    "subscript": _subscript,
    "text": _text,
    "unary": _unary,
}
