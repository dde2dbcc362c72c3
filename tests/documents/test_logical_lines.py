from __future__ import annotations

import argparse
import ast
import asyncio.base_events
import dataclasses
import inspect
import typing
from pathlib import Path
from types import ModuleType

import pytest
from hypothesis import given
from hypothesis import strategies as st

from daft_lint.documents.tokens import Comment, tokenized

PIECES = st.sampled_from(
    [
        *"()[]{}@:;'\"#\\ \t\n\r\x0c$?é=",
        "'''",
        "\r\n",
        "def f():\n",
        "if x:\n    ",
        "f'{x",
        "x",
        "\ufeff",
        "\ud800",
    ]
)

CHAIN = """\
frame = (
    daft.read_parquet(path)
    # about this chain
    .with_column("a", udf(col("b")))  # and this
    .collect()
)
after = 1
"""

DECORATED = """\
@first
# between
@second(
    1,
)

async def f(
    a,
):
    body = 1
    return body
"""


def test_a_chain_in_parentheses_is_one_statement() -> None:
    tokens = tokenized(CHAIN)
    assert {tokens.extent(line) for line in range(1, 7)} == {(1, 6)}
    assert tokens.extent(7) == (7, 7)


def test_decorators_and_header_are_one_statement_without_the_body() -> None:
    tokens = tokenized(DECORATED)
    assert {tokens.extent(line) for line in range(1, 10)} == {(1, 9)}
    assert tokens.extent(10) == (10, 10)
    assert tokens.extent(11) == (11, 11)


@pytest.mark.parametrize(
    ("text", "extents"),
    [
        ("if (a and\n    b):\n    c = 1\n", [(1, 2), (1, 2), (3, 3)]),
        ("x = 1 + \\\n    2\n", [(1, 2), (1, 2)]),
        ("x = '''\n@\n'''\ny\n", [(1, 3), (1, 3), (1, 3), (4, 4)]),
        ("x = 1; y = (\n2)", [(1, 2), (1, 2)]),
        ("a @ (\nb)\n", [(1, 2), (1, 2)]),
        ("class A: b = (\n1)\n", [(1, 2), (1, 2)]),
        ("\n# c\nx\n", [(1, 1), (2, 2), (3, 3)]),
        ("x = (1,\r 2)\ry\r", [(1, 2), (1, 2), (3, 3)]),
        ("x = (1,\r\n 2)\r\ny", [(1, 2), (1, 2), (3, 3)]),
        ("\tx = (\n\t1)\n", [(1, 2), (1, 2)]),
        ("", [(1, 1)]),
    ],
)
def test_statements_span_the_lines_they_are_written_on(
    text: str, extents: list[tuple[int, int]]
) -> None:
    tokens = tokenized(text)
    assert [tokens.extent(line + 1) for line in range(len(extents))] == extents


@pytest.mark.parametrize(
    "text", ["x = (\n1\n", "x = '''\n1\n", "if x:\n\ty\n        z\n", "@a\n@b(\n", "x = )\ny\n"]
)
def test_where_python_ends_each_line_is_its_own(text: str) -> None:
    tokens = tokenized(text)
    assert [tokens.extent(line) for line in (1, 2)] == [(1, 1), (2, 2)]


@given(st.lists(PIECES).map("".join))
def test_any_text_is_parted_into_statements(text: str) -> None:
    tokens = tokenized(text)
    lines = text.replace("\r\n", "\n").replace("\r", "\n").count("\n") + 1
    line = 1
    while line <= lines:
        first, last = tokens.extent(line)
        assert first == line <= last
        assert {tokens.extent(inside) for inside in range(first, last + 1)} == {(first, last)}
        line = last + 1


@pytest.mark.parametrize(
    "module",
    [argparse, asyncio.base_events, dataclasses, inspect, typing],
    ids=lambda m: m.__name__,
)
def test_real_statements_are_where_python_says(module: ModuleType) -> None:
    text = Path(inspect.getfile(module)).read_text(encoding="utf-8")
    tokens = tokenized(text)
    for node in ast.walk(ast.parse(text)):
        if not isinstance(node, ast.stmt):
            continue
        decorators = getattr(node, "decorator_list", [])
        body = getattr(node, "body", None)
        first = min([node.lineno, *(decorator.lineno for decorator in decorators)])
        extent = tokens.extent(node.lineno)
        assert extent[0] == tokens.extent(first)[0] <= first
        if isinstance(node, ast.Match):
            assert extent[1] < node.cases[0].pattern.lineno
        elif not body:
            assert extent == tokens.extent(node.end_lineno or node.lineno)
        elif body[0].lineno > node.lineno:
            assert extent[1] < body[0].lineno


def test_a_comment_is_about_the_statement_it_stands_in() -> None:
    tokens = tokenized(CHAIN)
    assert [tokens.meant(comment) for comment in tokens.comments] == [(1, 6), (1, 6)]
    assert tokenized(DECORATED).meant(tokenized(DECORATED).comments[0]) == (1, 9)


def test_a_comment_on_a_line_of_its_own_is_about_the_next_statement() -> None:
    tokens = tokenized("x = 1\n# first\n\n# second\ny = (\n2)\n# last\n")
    assert [tokens.meant(comment) for comment in tokens.comments] == [(5, 6), (5, 6), (7, 7)]


def test_comments_have_their_place() -> None:
    text = "x = '# no' # é one\n\t# two\ny = '''\n# no\n''' # three\nz = (  # four\n  # five\n)"
    assert tokenized(text).comments == (
        Comment("# é one", 1, 12, alone=False),
        Comment("# two", 2, 2, alone=True),
        Comment("# three", 5, 5, alone=False),
        Comment("# four", 6, 8, alone=False),
        Comment("# five", 7, 3, alone=True),
    )


def test_line_ends_are_no_part_of_comments() -> None:
    assert [comment.text for comment in tokenized("# a\r\n# b\r# c\n").comments] == [
        "# a",
        "# b",
        "# c",
    ]


@given(st.lists(PIECES).map("".join))
def test_comments_of_any_text_stand_in_it(text: str) -> None:
    lines = text.replace("\r\n", "\n").replace("\r", "\n").split("\n")
    for comment in tokenized(text).comments:
        assert lines[comment.line - 1][comment.column - 1 :] == comment.text
        assert comment.alone <= (
            not lines[comment.line - 1][: comment.column - 1].strip("\ufeff \t\x0c")
        )
