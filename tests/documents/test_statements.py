"""A baseline knows a statement, however a person or a formatter lays it out."""

from __future__ import annotations

import pytest

from daft_lint.baselines.baseline import Known
from daft_lint.documents.document import Document
from daft_lint.documents.statements import Statement, Statements


def at(text: str, line: int) -> Statement:
    return Statements(Document("job.py", text)).at(line)


def known(code: str) -> Known:
    return Known("job.py", "DFT101", code)


WAYS = [
    'df = df.with_column("v", embed(col("t")))\n',
    'df=df.with_column( "v" ,embed( col("t") ) )\n',
    'if x:\n        df = df.with_column("v", embed(col("t")))\n',
    "df = df.with_column('v', embed(col('t')))  # why\n",
    'df = (\n    df\n    # here\n    .with_column("v", embed(col("t")))\n)\n',
    'df = df.with_column(\n    "v",\n    embed(col("t")),\n)\n',
    'df = df \\\n    .with_column("v", embed(col("t")))\n',
    'df = df.with_column("v", embed(col("t")))\r\n',
]


@pytest.mark.parametrize("way", WAYS)
def test_layout_does_not_change_the_code_of_a_statement(way: str) -> None:
    line = way.count("\n")
    assert known(at(way, line).code) == known(at(WAYS[0], 1).code)


@pytest.mark.parametrize(
    ("code", "other"),
    [("x = f(1, 2)", "x = f(1, 3)"), ("x = r'a'", "x = 'a'"), ("x = {1}[0]", "x = {1, 0}")],
)
def test_other_code_is_another(code: str, other: str) -> None:
    assert known(at(f"{code}\n", 1).code) != known(at(f"{other}\n", 1).code)


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("class A(\n    B,\n): pass\n", "class A(B, ):pass"),
        ("@daft.cls(\n    gpus=1\n)\nclass A:\n    x = 1\n", "@daft.cls(gpus=1) class A:"),
        ("x = not a  # why\n", "x=not a"),
        ("# nothing   but a comment\n", "# nothing but a comment"),
    ],
)
def test_the_code_of_a_statement(text: str, code: str) -> None:
    assert at(text, 1).code == code


def test_the_lines_of_a_statement_that_a_comment_can_end() -> None:
    text = 'x = f(\n    a, """\n    b\n""", c \\\n    + d,\n)\n'
    assert at(text, 1).commentable == (1, 5, 6)
    assert [at(text, 1).comment_line(line) for line in range(1, 7)] == [1, 5, 5, 5, 5, 6]


def test_no_comment_can_stand_inside_of_a_formatted_string() -> None:
    text = 'x = f"""{\n    a\n}""" + (\n    b)\n'
    assert at(text, 1).commentable == (3, 4)


def test_a_program_that_breaks_off_has_statements_up_to_there() -> None:
    text = 'x = 1\ny = """\n'
    assert at(text, 1).code == "x=1"
    assert at(text, 2) == Statement(2, 2, 'y = """', (2,))


def test_the_last_line_needs_no_end() -> None:
    assert at("x = 1", 1) == Statement(1, 1, "x=1", (1,))
