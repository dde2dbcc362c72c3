"""Whatever way a program takes, what reached a use was among what the index says reaches it."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from textwrap import indent

import pytest
from flow_programs import Block, Writer, programs, run
from hypothesis import given
from hypothesis import strategies as st

from daft_lint.index.code import ELSEWHERE, UNBOUND, Index
from daft_lint.index.statements import index_of

# Python 3.14 warns of some programs, and warnings are errors to the tests.
pytestmark = pytest.mark.filterwarnings("ignore:.* in a 'finally' block:SyntaxWarning")

ANYTHING = object()


def values(index: Index, number: int) -> Iterator[object]:
    """The numbers that a definition may be; `ANYTHING` at the head of a loop that changes it."""
    if number in (ELSEWHERE, UNBOUND):
        # Whether the scope binds the name at all is unknown.
        yield ANYTHING if number == ELSEWHERE else None
        return
    match index.definitions[number]:
        case ("value", _, ("constant", value, _)):
            yield value
        case ("either", _, one, other) | ("after", one, other, _):
            yield from values(index, one)
            yield from values(index, other)
        case ("loop", before, back, _):
            yield from values(index, before) if back is None else (ANYTHING,)
        case _:
            yield None


def uses(index: Index) -> dict[int, int]:
    """The definition that each use reads."""
    found = {}
    for number in index.calls_by_name.get("use", ()):
        which, value = index.calls[number].arguments
        found[which[1]] = value[2][2]
    return found


@given(programs, st.lists(st.booleans(), min_size=5, max_size=20))
def test_the_definition_that_reached_a_use_is_known(program: Block, coins: list[bool]) -> None:
    body = Writer().block(program, in_loop=False)
    code = f"def program():\n{indent(body, ' ')}\n x = y = 0\n"
    index = index_of(ast.parse(code))
    at = uses(index)
    for number, value in run(code, coins):
        reported = set(values(index, at[number]))
        assert ANYTHING in reported or value in reported, code
