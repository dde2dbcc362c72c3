"""Docstrings, comments, messages and pages have no turns that sound translated."""

from __future__ import annotations

import io
import re
import tokenize
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
TURNS = {
    # `nobody idles` is a result of the MCP server that agents look for.
    r"nobody(?! idles\b)": "none, unknown, or a passive",
    r"somebody|everybody": "the user, the caller, other code",
    r"whoever": "the user, the caller, code that",
    r"of which": "whose, where, or two sentences",
    r"by and by": "in time",
    r"for want of": "without",
    r"(?:is|are|was|were|be|been|being)(?:n't)? told(?! (?:apart|to|not to)\b)": "reported, known",
    r"told of": "reported about, known of",
    r"(?:is|are) no more(?=[.,;:\"]| and | or )": "is gone",
    r"tells? apart what": "identifies",
    r"without any no": "without it there is no",
}
_BANNED = {
    re.compile(rf"\b(?:{turn})".replace(" ", r"\s+"), re.IGNORECASE): instead
    for turn, instead in TURNS.items()
}
_ANY = re.compile("|".join(banned.pattern for banned in _BANNED), re.IGNORECASE)


def _sources() -> Iterator[Path]:
    for folder in ("daft_lint", "rules", "docs"):
        yield from sorted((ROOT / folder).rglob("*.py"))


def _pages() -> Iterator[Path]:
    yield from sorted(ROOT.glob("*.md"))
    for folder in ("docs", "editors", "skills"):
        yield from sorted((ROOT / folder).rglob("*.md"))


def _plain(text: str) -> str:
    """A text whose comments go on in the next line as sentences do."""
    return re.sub(r"\n[ \t]*#", "\n", text)


def _said_in(source: str) -> Iterator[tuple[int, str]]:
    """The comments and strings of a program, each with its line; a block of comments is one."""
    line, comment = 0, ""
    for token in tokenize.generate_tokens(io.StringIO(source).readline):
        if token.type == tokenize.COMMENT:
            line, comment = (line if comment else token.start[0]), f"{comment}\n{token.string[1:]}"
        elif token.type != tokenize.NL:
            if comment:
                yield line, comment
                comment = ""
            # From Python 3.12 on, texts with fields are tokens of a kind of their own.
            if token.type == tokenize.STRING or "FSTRING" in tokenize.tok_name[token.type]:
                yield token.start[0], token.string


def turns(source: str) -> list[tuple[int, str, str]]:
    """The banned turns in a program: line, turn and what to write instead."""
    # Most files have none, and needn't be tokenised.
    if not _ANY.search(_plain(source)):
        return []
    return [
        (line + text.count("\n", 0, found.start()), found.group(), instead)
        for line, text in _said_in(source)
        for banned, instead in _BANNED.items()
        for found in banned.finditer(text)
    ]


def test_docstrings_comments_and_messages_are_plain() -> None:
    found = {
        f"{file.relative_to(ROOT)}:{line}: {turn!r}: write {instead}"
        for file in _sources()
        for line, turn, instead in turns(file.read_text(encoding="utf-8"))
    }
    assert found == set()


def test_pages_are_plain() -> None:
    found = {
        f"{page.relative_to(ROOT)}: {turn.group()!r}: write {instead}"
        for page in _pages()
        for banned, instead in _BANNED.items()
        for turn in banned.finditer(page.read_text(encoding="utf-8"))
    }
    assert found == set()


@pytest.mark.parametrize(
    "code",
    [
        '"""Rows that nobody reads."""',
        "# A list, of\n# which one is read.\nx = 1",
        'raise ValueError(f"{name} is told twice")',
    ],
)
def test_such_a_turn_is_found(code: str) -> None:
    assert len(turns(code)) == 1


@pytest.mark.parametrize("code", ["told = nobody()", '"""Pools that can\'t be told apart."""'])
def test_names_in_code_and_usual_english_are_not(code: str) -> None:
    assert turns(code) == []
