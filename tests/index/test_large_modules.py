"""The index of a module takes time as its length: what nests or repeats much does no harm."""

from __future__ import annotations

import ast
import time

import pytest

from daft_lint.index.statements import index_of
from daft_lint.syntax.deep_stack import with_deep_stack

LARGE = {
    "assignments": "x = 1\n" * 20_000,
    "assignments in a try": "try:\n" + "    x = 1\n" * 20_000 + "except E:\n    use(x)\n",
    "tries": "try:\n    x = 1\nexcept E:\n    pass\n" * 5_000,
    "branches": "if a:\n    x = 1\n" * 10_000,
    "branches in branches": "".join(f"{' ' * n}if a:\n{' ' * n} x = {n}\n" for n in range(95)),
    "loops in loops": "".join(f"{' ' * n}for i in a:\n{' ' * n} x = x + i\n" for n in range(18)),
    "choices": "if a:\n    x = 0\n" + "".join(f"elif b:\n    x = {n}\n" for n in range(900)),
    "decorators": "@a\n" * 3_000 + "def f(): pass\n",
    "functions": "def f():\n    x = 1\n    return x\n" * 10_000,
    "steps": "df = df.with_column('a', f(x))\n" * 5_000,
}


@pytest.mark.parametrize("name", LARGE)
def test_a_large_module_has_its_index_soon(name: str) -> None:
    begun = time.process_time()
    with_deep_stack(lambda: index_of(ast.parse(LARGE[name])))
    assert time.process_time() - begun < 5
