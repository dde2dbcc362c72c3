"""Whether an expression may be something else in each round of the loops around it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from daft_lint.index.code import ELSEWHERE, UNBOUND, Expression
from daft_lint.infer.context import Asked

if TYPE_CHECKING:
    from collections.abc import Iterator

    from daft_lint.infer.context import Context

_MOST = 200


def differs(expression: Expression, context: Context) -> bool:
    """Whether it reads the target of a loop, or what its rounds change, here or in a caller."""
    waiting: list[tuple[Expression, Context]] = [(expression, context)]
    seen: set[tuple[int, int]] = set()
    while waiting:
        each, within = waiting.pop()
        for number in _used(each, within):
            if (number, id(within)) in seen or len(seen) > _MOST:
                continue
            seen.add((number, id(within)))
            definition = within.index.definitions[number]
            match definition:
                case ("each", *_):
                    return within.turn is None
                case ("loop", _, back, _) if back is not None:
                    return within.turn is None
                case ("loop", before, None, _):
                    waiting.append((("name", "", before), within))
                case ("value", _, value) | ("part", value, _):
                    waiting.append((value, within))
                case ("parameter", name):
                    given = None if within.given is None else within.given.get(name)
                    if isinstance(given, Asked):
                        waiting.append((given.expression, given.context))
    return False


def _used(expression: Expression, context: Context) -> Iterator[int]:
    """The definitions that an expression reads of its own scope."""
    waiting: list[object] = [expression]
    while waiting:
        part = waiting.pop()
        if isinstance(part, tuple) and part and part[0] == "name" and len(part) == 3:
            if part[2] not in {ELSEWHERE, UNBOUND}:
                yield part[2]
        elif isinstance(part, tuple) and part and part[0] == "call" and isinstance(part[1], int):
            call = context.index.calls[part[1]]
            waiting += [call.function, *call.arguments, *(each for _, each in call.keywords)]
        elif isinstance(part, tuple | list):
            waiting += part
