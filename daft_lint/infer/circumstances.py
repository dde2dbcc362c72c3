"""The circumstances of code: the loops it runs in, and the tests that hold where it runs."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice
from typing import TYPE_CHECKING

from daft_lint.index.code import Block, Expression, name_of
from daft_lint.infer.library import GETENV
from daft_lint.plan.conditions import ALWAYS, Condition, Conditions
from daft_lint.plan.pipeline import EarlyEnd, Loop
from daft_lint.plan.quantity import unknown
from daft_lint.values.values import Items

if TYPE_CHECKING:
    from daft_lint.infer.context import Context
    from daft_lint.infer.inference import Infer

_OPPOSITE = frozenset({"NotEq", "IsNot", "NotIn"})
# Blocks whose tests tell ways apart: each `elif` is inside of those before it.
_MOST_AROUND = 64
_CHOICES = frozenset({"if", "case"})
_COMPARING = frozenset({"Eq", "Is", "In"}) | _OPPOSITE


def loops_around(infer: Infer, context: Context, block: int) -> tuple[Loop, ...]:
    """The loops that a block runs in, those around its callers first."""
    known = context.loops
    around, waiting = known.get(block), list[tuple[int, Block]]()
    for number, each in _blocks(context, block) if around is None else ():
        around = known.get(number)
        if around is not None:
            break
        waiting.append((number, each))
    if around is None:
        site = context.site
        around = () if site is None else loops_around(infer, site.context, site.call.block)
    for number, each in reversed(waiting):
        if each.kind == "loop":
            around = (*around, _loop(infer, context, each))
        known[number] = around
    known[block] = around
    return around


def _blocks(context: Context, block: int) -> Iterator[tuple[int, Block]]:
    """A block and those around it in the same scope, without loops with distinguished rounds."""
    told_apart: set[int] = set()
    around: Context | None = context
    while around is not None:
        told_apart.update(() if around.turn is None else around.turn[:1])
        around = around.around
    for number in context.index.blocks_around(block, context.scope):
        if number not in told_apart:
            yield number, context.index.blocks[number]


def _loop(infer: Infer, context: Context, block: Block) -> Loop:
    assert block.place is not None
    over = None
    if block.counted and block.test is not None:
        over = infer.value(block.test, context)
    rounds = over.length if isinstance(over, Items) else unknown()
    # A clock is read twice to time each round.
    early = EarlyEnd.BREAK if block.breaks else EarlyEnd.NONE
    early = EarlyEnd.OTHER if block.stops or block.clocks > 1 else early
    return Loop(context.module.span(block.place), rounds, block.counted, early)


def conditions_of(infer: Infer, context: Context, block: int) -> Conditions:
    """What holds where a block runs, around its callers too."""
    if block not in context.conditions:
        outer = ALWAYS
        if context.site is not None:
            site = context.site
            outer = conditions_of(infer, site.context, site.call.block)
        loops = bool(loops_around(infer, context, block))
        found: set[Condition] = set()
        for number, each in islice(_blocks(context, block), _MOST_AROUND):
            if number not in context.own_conditions:
                met = frozenset(_of_block(context, each))
                way = {_way(infer, context, number, each, met)} if each.kind in _CHOICES else ()
                context.own_conditions[number] = met, frozenset(way)
            met, ways = context.own_conditions[number]
            found |= met if loops else met | ways
        context.conditions[block] = outer | found
    return context.conditions[block]


def unhandled(refused: tuple[str, ...], context: Context, block: int) -> tuple[str, ...]:
    """The refusals of a call in a block; none where a `try` may handle the error."""
    return () if refused and _is_guarded(context, block) else refused


def _is_guarded(context: Context, block: int) -> bool:
    """Whether there is a `try` around a block, or around a call of its scope."""
    if any(each.kind == "try" for _, each in _blocks(context, block)):
        return True
    site = context.site
    return site is not None and _is_guarded(site.context, site.call.block)


def _way(infer: Infer, context: Context, number: int, block: Block, met: Conditions) -> Condition:
    """The way that a run goes on from a test, whatever the test is about.

    The two branches of an `if` have the same place in its text.
    """
    subject = f"#{context.label}:{_first_with(infer, context, number)}"
    is_derived = bool(met) and block.kind == "if" and (block.test or ("",))[0] not in {"or", "and"}
    return Condition(subject, None, block.holds, exact=subject, is_derived=is_derived)


def _first_with(infer: Infer, context: Context, number: int) -> int:
    """The first block that has the test of another one."""

    def first_with_each() -> dict[int, int]:
        places = reversed(list(enumerate(context.index.blocks)))
        return {id(each.test): place for place, each in places}

    firsts = infer.once(("tests", context.module.path), first_with_each)
    block = context.index.blocks[number]
    return number if block.test is None else firsts[id(block.test)]


def _of_block(context: Context, block: Block) -> Iterator[Condition]:
    if block.test is None:
        return
    if block.kind == "if":
        yield from _given(context, block.test, block.holds)
    elif block.kind == "case" and block.values:
        found = _subject(context, block.test)
        if found is not None:
            yield Condition(found[0], block.values, block.holds, found[1])


def _given(context: Context, test: Expression, holds: bool) -> Iterator[Condition]:
    match test:
        case ("unary", "Not", operand):
            yield from _given(context, operand, not holds)
        case ("and" | "or" as kind, parts):
            if (kind == "and") is holds:
                for part in parts:
                    yield from _given(context, part, holds)
        case ("compare", [operator], left, [right]):
            yield from _compared(context, operator, left, right, holds)
        case ("compare", *_):
            pass
        case _:
            found = _subject(context, test)
            if found is not None:
                yield Condition(found[0], None, holds, found[1])


def _compared(
    context: Context, operator: str, left: Expression, right: Expression, holds: bool
) -> Iterator[Condition]:
    if operator not in _COMPARING:
        return
    agrees = holds != (operator in _OPPOSITE)
    if operator in {"In", "NotIn"} and left[0] == "constant" and isinstance(left[1], str):
        container, own = _subject(context, right), f"{left[1]!r} in"
        if container is not None:
            exact = None if container[1] is None else f"{own} {container[1]}"
            yield Condition(f"{own} {container[0]}", None, agrees, exact)
        return
    found, values = _subject(context, left), _values(right)
    if found is not None and values:
        yield Condition(found[0], values, agrees, found[1])


def _subject(context: Context, expression: Expression) -> tuple[str, str | None] | None:
    """The name of an expression, and which thing it is; None where that may change."""
    variable = _variable(context, expression)
    if variable is not None:
        return variable.lower(), variable
    name = name_of(expression)
    first, *rest = name.split(".")
    owner = _owner(context, first)
    if not name or (owner is not None and len(owner.scope.bound.get(first, ())) > 1):
        return None
    exact = f"{(owner or context).label}:{name}"
    if any(context.index.scopes and _is_written(context, part) for part in rest):
        return None
    return (rest[-1] if rest else first).lower(), exact


def _owner(context: Context, name: str) -> Context | None:
    around: Context | None = context
    while around is not None:
        if name in around.scope.bound:
            return around
        around = around.outer
    return None


def _is_written(context: Context, attribute: str) -> bool:
    """Whether the module sets an attribute of that name more than once."""
    index = context.index
    own = sum(len(scope.writes.get(attribute, ())) for scope in index.scopes)
    return own + sum(write.name == attribute for write in index.writes) > 1


def _variable(context: Context, expression: Expression) -> str | None:
    """The variable of the environment that an expression reads."""
    key: Expression | None = None
    if expression[0] == "call":
        call = context.index.calls[expression[1]]
        if name_of(call.function) in GETENV and call.arguments:
            key = call.arguments[0]
    elif expression[0] == "subscript" and name_of(expression[1]) == "os.environ":
        key = expression[2]
    known = key is not None and key[0] == "constant" and isinstance(key[1], str)
    return str(key[1]) if known and key is not None else None


def _values(expression: Expression) -> frozenset[str]:
    """The values that something is compared to; empty unless all are literals or constants."""
    if expression[0] == "items":
        each = [_values(part) for part in expression[2]]
        return frozenset[str]().union(*each) if each and all(each) else frozenset()
    if expression[0] == "constant":
        return frozenset({repr(expression[1])})
    name = name_of(expression).rpartition(".")[2]
    return frozenset({name}) if name.isupper() else frozenset()
