"""Statements that Python's parser takes, but refuses to run where they stand."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from dataclasses import dataclass

_LOOPS = (ast.For, ast.AsyncFor, ast.While)
_FUNCTIONS = (ast.FunctionDef, ast.AsyncFunctionDef)


@dataclass(frozen=True, slots=True)
class _Block:
    """Statements in a row, and whether a function and a loop of it are around them."""

    statements: list[ast.stmt]
    in_function: bool = False
    in_loop: bool = False


def misplaced(tree: ast.Module) -> tuple[ast.stmt, str] | None:
    """A `return` outside of functions, or a `break` outside of loops, in Python's own words."""
    waiting = [_Block(tree.body)]
    while waiting:
        block = waiting.pop()
        for statement in block.statements:
            if isinstance(statement, ast.Return) and not block.in_function:
                return statement, "'return' outside function"
            if isinstance(statement, ast.Break) and not block.in_loop:
                return statement, "'break' outside loop"
            if isinstance(statement, ast.Continue) and not block.in_loop:
                return statement, "'continue' not properly in loop"
            waiting += _blocks_of(statement, block)
    return None


def _blocks_of(statement: ast.stmt, around: _Block) -> Iterator[_Block]:
    """The blocks right in a statement."""
    in_function, in_loop = around.in_function, around.in_loop
    if isinstance(statement, _FUNCTIONS):
        yield _Block(statement.body, in_function=True)
    elif isinstance(statement, ast.ClassDef):
        yield _Block(statement.body)
    elif isinstance(statement, _LOOPS):
        yield _Block(statement.body, in_function, in_loop=True)
        yield _Block(statement.orelse, in_function, in_loop)
    else:
        held = (*getattr(statement, "handlers", ()), *getattr(statement, "cases", ()))
        for holder in (statement, *held):
            for name in ("body", "orelse", "finalbody"):
                yield _Block(getattr(holder, name, []), in_function, in_loop)
