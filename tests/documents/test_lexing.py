"""Programs are taken apart the same way by every Python, and as Python's own tokenizer does."""

from __future__ import annotations

import io
import time
import tokenize
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from daft_lint.documents.lexing import TokenKind, lexed
from daft_lint.documents.tokens import tokenized

ROOT = Path(__file__).parents[2]
PROGRAMS = sorted([*ROOT.glob("daft_lint/infer/*.py"), *ROOT.glob("rules/*.py")])
QUIET = {
    tokenize.NL,
    tokenize.NEWLINE,
    tokenize.INDENT,
    tokenize.DEDENT,
    tokenize.ENDMARKER,
}


def words(text: str) -> list[tuple[str, int, int]]:
    """What Python's own tokenizer finds, without strings: those differ between versions."""
    found = tokenize.generate_tokens(io.StringIO(text, newline=None).readline)
    kinds = {tokenize.NAME, tokenize.NUMBER, tokenize.COMMENT}
    return [
        (token.string, token.start[0], token.start[1] + 1) for token in found if token.type in kinds
    ]


def test_words_and_comments_stand_where_python_finds_them() -> None:
    for file in PROGRAMS:
        text = file.read_text("utf-8")
        kinds = {TokenKind.WORD, TokenKind.COMMENT}
        mine = [
            (token.text, token.line, token.column) for token in lexed(text) if token.kind in kinds
        ]
        theirs = words(text)
        # From Python 3.12 on, the words in formatted strings are tokens too.
        assert [entry for entry in theirs if entry in set(mine)] == mine, file
        if "{" not in text:
            assert theirs == mine, file


NEWER = [
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


@pytest.mark.parametrize("line", NEWER)
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


@pytest.mark.parametrize("text", ["f'{" * 5_000, "f'{a:" * 5_000, "f'" * 20_000, "'" * 20_001])
def test_strings_that_never_end_are_given_up_soon(text: str) -> None:
    started = time.perf_counter()
    assert list(lexed(text))
    assert time.perf_counter() - started < 5


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
        assert token.last == token.line + (
            token.text.count("\n") if token.kind is TokenKind.STRING else 0
        )
        place = start + len(token.text)
