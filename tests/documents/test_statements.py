"""A statement has one code, however a person or a formatter lays it out."""

from __future__ import annotations

import pytest

from daft_lint.documents.document import Document
from daft_lint.documents.statements import Statement, Statements


def at(text: str, line: int) -> Statement:
    return Statements(Document("job.py", text)).at(line)


WAYS = [
    'df = df.with_column("v", embed(col("t")))\n',
    'df=df.with_column( "v" ,embed( col("t") ) )\n',
    'if x:\n        df = df.with_column("v", embed(col("t")))\n',
    "df = df.with_column('v', embed(col('t')))  # why\n",
    'df = (\n    df\n    # here\n    .with_column("v", embed(col("t")))\n)\n',
    'df = df.with_column(\n    "v",\n    embed(col("t")),\n)\n',
    'df = df \\\n    .with_column("v", embed(col("t")))\n',
    'df = df.with_column("v", embed(col("t")))\r\n',
    'df = df.with_column("" "v", embed(col("t")))\n',
]


@pytest.mark.parametrize("way", WAYS)
def test_layout_does_not_change_the_code_of_a_statement(way: str) -> None:
    line = way.count("\n")
    assert at(way, line).code == 'df=df.with_column("v", embed(col("t")))'


@pytest.mark.parametrize(
    ("code", "other"),
    [
        ("x = f(1, 2)", "x = f(1, 3)"),
        ("x = 'a'", "x = a"),
        ("x = 'a b'", "x = 'ab'"),
        ("return x", "returnx"),
        ("x = f(a)(b)", "x = f(a, b)"),
        ("x = f()", "x = f"),
        ("x = {1}[0]", "x = {1, 0}"),
        ("x = r'a'", "x = 'a'"),
        ("x = not a", "x = nota"),
    ],
)
def test_other_code_is_another(code: str, other: str) -> None:
    assert at(f"{code}\n", 1).code != at(f"{other}\n", 1).code


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("class A(\n    B,\n): pass\n", "class A(B):pass"),
        ("@daft.cls(\n    gpus=1,\n)\nclass A:\n    x = 1\n", "@daft.cls(gpus=1) class A:"),
        ("x = (a,)\n", "x=a"),
        ("def f(x) -> (int): ...\n", "def f(x)->int:..."),
        ("x = '''a\n    b'''\n", 'x="""a b"""'),
        ("x = f'{a}' U'b'\n", 'x=f"{a}b"'),
        ("x = f'{a[\"k\"]}'\n", 'x=f"{a["k"]}"'),
        ("x = 'it\\'s' \"\"\n", 'x="it\'s"'),
        ("x = f'''{a}\n  {b:>{c}}'''\n", 'x=f"""{a} {b:>{c}}"""'),
        ("for x in (a, b): y(x)\n", "for x in a, b:y(x)"),
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
