"""A formatted string is one token for every Python, and what is no Python ends the program."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from daft_lint.documents.lexing import lexed
from daft_lint.documents.tokens import tokenized
from daft_lint.documents.unread_bindings import python_in

FORMATTED = [
    'x = f"{row["path"]}"',
    "x = f'{row['path']}' + f\"{'#'}\"",
    'x = f"{row["#"]}"',
    'x = f"{row["("]}"',
    'x = f"{row["}"]}"',
    'x = f"{f"{f"{1 + 1}"}"}"',
    'x = f"{x:{"a" + "#"}}"',
    'x = f"{x!r:>{width}}"',
    'x = f"{x:%H:%M}"',
    'x = f"{{ {x} }}"',
    'x = f"{ {"a": 1}["a"] }"',
    "x = f\"{'\\n'.join(a)}\"",
    'x = f"{\n    row["path"]  # where\n}"',
    'x = f"""{row["""path"""]} # text "quoted" {1}"""',
    'x = rf"\\{row["path"]}"',
    'x = Rf"{row["path"]}\\""',
    'x = f"\\N{NUMBER SIGN}{row["path"]}"',
    'x = t"{row["path"]} # {1!r}"',
    'x = tr"{row["path"]}\\d"',
    "x = rb'#' + Rb'#' + u'#' + br'''#\n'#'''",
    'x = f"{lambda_(lambda y: y)}"',
    'x = f"{(lambda y: y)(1)}"',
    'x = f"{a[1:2]}"',
]


# A file with what only a newer Python takes isn't read.
@pytest.mark.parametrize("line", [*filter(python_in, FORMATTED)])
def test_a_comment_behind_a_string_is_the_only_one(line: str) -> None:
    text = f"{line}  # noqa: DFT101\ny = (\n    2\n)\n"
    tokens = tokenized(text)
    ends = 1 + line.count("\n")
    assert [comment.text for comment in tokens.comments] == ["# noqa: DFT101"]
    assert tokens.comments[0].line == ends
    assert tokens.logical_lines == ((1, ends), (ends + 1, ends + 3))


def test_a_string_that_never_ends_ends_the_program() -> None:
    tokens = tokenized('x = 1  # a\ny = """\n# b\n')
    assert [comment.text for comment in tokens.comments] == ["# a"]
    assert tokens.logical_lines == ((1, 1),)


@pytest.mark.parametrize("broken", ["x = 'abc", 'x = f"{', 'x = f"{a', "x = f'{a!", 'x = f"{a:'])
def test_a_quote_without_a_second_one_is_no_string(broken: str) -> None:
    assert [token.text for token in lexed(broken)][:2] == ["x", "="]


@settings(max_examples=200, deadline=None)
@given(text=st.text(alphabet="ftr'\"{}[]()#:!\\\n\r \tab1.,=@\f\u00e4", max_size=60))
def test_every_character_is_in_one_token_or_blank(text: str) -> None:
    plain = text.replace("\r\n", "\n").replace("\r", "\n")
    lines = plain.split("\n")
    place = 0
    for token in lexed(text):
        start = sum(len(line) + 1 for line in lines[: token.line - 1]) + token.column - 1
        assert start >= place
        assert not plain[place:start].replace("\\\n", "").strip()
        assert plain.startswith(token.text, start)
        ends_line = token.text.endswith("\n")
        assert token.last == token.line + token.text.count("\n") - ends_line
        place = start + len(token.text)
