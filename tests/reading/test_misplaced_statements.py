"""What Python's parser takes and its compiler refuses, as that says it."""

from __future__ import annotations

import ast

import pytest
from hypothesis import given
from hypothesis import strategies as st

from daft_lint.index.statements import index_of
from daft_lint.pipelines.reading import read
from daft_lint.syntax.source import SourceSyntaxError
from daft_lint.syntax.validation import check

# Python 3.14 warns of some programs, and warnings are errors to the tests.
pytestmark = pytest.mark.filterwarnings("ignore:.* in a 'finally' block:SyntaxWarning")

_HEADS = (
    "if x:",
    "for one in x:",
    "while x:",
    "def f():",
    "async def f():",
    "class A:",
    "with x:",
)


def _indented(text: str) -> str:
    return "\n".join(f"  {line}" for line in text.splitlines())


def _block(head: str, body: str, other: str) -> str:
    text = f"{head}\n{_indented(body)}\n"
    if head.startswith(("if", "for", "while")):
        text += f"else:\n{_indented(other)}\n"
    return text


_LEAVES = st.sampled_from(["return", "break", "continue", "x = 1", "pass"])
_PROGRAMS = st.recursive(
    _LEAVES,
    lambda inner: st.one_of(
        st.builds(_block, st.sampled_from(_HEADS), inner, inner),
        st.builds("try:\n{0}\nfinally:\n{1}\n".format, *[inner.map(_indented)] * 2),
        st.builds("try:\n{0}\nexcept E:\n{1}\n".format, *[inner.map(_indented)] * 2),
        st.builds("match x:\n  case 1:\n{0}\n".format, inner.map(_indented).map(_indented)),
        st.builds("{0}\n{1}\n".format, inner, inner),
    ),
    max_leaves=8,
)


@given(_PROGRAMS)
def test_it_finds_something_exactly_where_the_compiler_does(program: str) -> None:
    found = index_of(ast.parse(program)).misplaced
    try:
        compile(program, "<text>", "exec", dont_inherit=True)
    except SyntaxError:
        assert found is not None
    else:
        assert found is None


@pytest.mark.parametrize(
    ("program", "message", "place"),
    [
        ("import daft\nreturn 5", "'return' outside function", (2, 1)),
        ("class A:\n    return 1", "'return' outside function", (2, 5)),
        ("for x in []: pass\nelse:\n  break", "'break' outside loop", (3, 3)),
        ("continue", "'continue' not properly in loop", (1, 1)),
    ],
)
def test_a_file_that_is_read_is_no_program_then(
    program: str, message: str, place: tuple[int, int]
) -> None:
    with pytest.raises(SourceSyntaxError) as caught:
        read(program, "a.py")
    error = caught.value
    assert (error.message, error.line, error.column) == (message, *place)


def test_a_file_that_is_only_checked_is_no_program_then() -> None:
    with pytest.raises(SourceSyntaxError, match="outside function"):
        check("import daft\nreturn 5\n")
    check('TEXT = """\nreturn home\n"""\n')
