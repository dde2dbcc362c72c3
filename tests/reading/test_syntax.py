"""What is a Python program."""

import ast

import pytest
from hypothesis import given
from hypothesis import strategies as st

from daft_lint.syntax.source import is_program, syntax_error

# What a parser takes, and whoever compiles it doesn't.
PARSED_ONLY = (
    "def f(a, a): ...\n",
    "def f(x):\n    global x\n",
    "nonlocal x\n",
    "def f():\n    from m import *\n",
    "class A:\n    def f(self):\n        nonlocal y\n",
    "return 1\n",
    "x = 1\nglobal x\n",
)


@pytest.mark.parametrize("text", PARSED_ONLY)
def test_what_is_only_wrong_to_a_compiler_is_a_program(text: str) -> None:
    ast.parse(text)
    assert is_program(text)


@pytest.mark.parametrize("text", ["def f(:\n", "x = (\n", "x = 1\n  y = 2\n", "a b\n", "x\0y\n"])
def test_what_is_none_is_none(text: str) -> None:
    assert not is_program(text)


@pytest.mark.parametrize(
    "text", ["x = " + "-" * 100_000 + "1\n", "x = " + "(" * 300 + ")" * 300, "a" + ".b()" * 100_000]
)
def test_what_nobody_could_read_is_none(text: str) -> None:
    assert not is_program(text)


@given(st.text(alphabet="ab=:()[]\n \t\"'\\x0#.,defrtun", max_size=60))
def test_it_agrees_with_the_parser(text: str) -> None:
    assert is_program(text) == (syntax_error(text) is None)
