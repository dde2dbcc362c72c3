"""Whatever way a program takes, what reached a use was among what the index says reaches it."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from textwrap import indent

from flow_programs import Block, Writer, programs, run
from hypothesis import given
from hypothesis import strategies as st

from daft_lint.index.bindings import TOO_MANY, Binding, LoopCarried, Reaching
from daft_lint.index.builder import index_of
from daft_lint.index.module import ModuleIndex
from daft_lint.index.scopes import Scope


def bindings(reaching: tuple[Reaching, ...], scope: Scope, seen: set) -> Iterator[int | None]:
    for binding in reaching:
        match binding.binding:
            case Binding(value=ast.Constant(value=number)):
                yield number
            case LoopCarried(name=name, loop=loop):
                if (name, loop) not in seen:
                    left = scope.carried.get((loop, name), ())
                    yield from bindings(left, scope, seen | {(name, loop)})
            case _:
                yield None


def uses(index: ModuleIndex) -> dict[int, tuple[ast.Name, Scope]]:
    """The name that each use reads."""
    found = {}
    for call in index.calls:
        if ast.unparse(call.node.func) == "use":
            number, value = call.node.args
            found[number.value] = value.body, call.scope
    return found


@given(programs, st.lists(st.booleans(), min_size=5, max_size=20))
def test_the_binding_that_reached_a_use_is_known(program: Block, coins: list[bool]) -> None:
    body = Writer().block(program, in_loop=False)
    code = f"def program():\n{indent(body, ' ')}\n x = y = 0\n"
    index = index_of(ast.parse(code))
    at = uses(index)
    for number, value in run(code, coins):
        name, scope = at[number]
        reaching = index.uses[name]
        reported = list(bindings(reaching, scope, set()))
        assert reaching == TOO_MANY or value in reported, code
