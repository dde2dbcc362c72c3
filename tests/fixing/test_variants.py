"""However a program is formatted, fixes change what they say and nothing else.

Each case that fires is written anew in many ways that mean the same to Python.
"""

from __future__ import annotations

import ast
import io
import keyword
import re
import sys
import tokenize
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from random import Random

import pytest
from sampling import draws, nightly

from daft_lint.documents.document import Document
from daft_lint.findings import Edit
from daft_lint.fixing import Group, fixed

sys.path.append(str(Path(__file__).parent))

from fixable import FOLDERS, groups_of, linted, with_edits

_LINE_END = re.compile(r"\r\n|\r|\n")
_VARIANTS = draws(600)
_RULES = FOLDERS[:-1]

_OPENING = frozenset("([{")
_CLOSING = frozenset(")]}")
_LAYOUT = frozenset(
    {tokenize.NEWLINE, tokenize.NL, tokenize.INDENT, tokenize.DEDENT, tokenize.ENDMARKER}
)
_NOTES = ("note", "é 数", "why, (not", "x = 1", "'quoted\"")


class Formatter:
    """Writes a program in another way that means the same, by chance."""

    def __init__(self, chance: Random) -> None:
        self._chance = chance
        self._tab = chance.random() < 0.3
        self._rate = chance.choice([0.05, 0.15, 0.4])

    def written(self, text: str) -> str:
        tokens = list(tokenize.generate_tokens(io.StringIO(text).readline))
        lines = "".join(self._line(line) for line in _logical_lines(tokens))
        if self._often():
            lines = lines.rstrip("\n")
        return lines.replace("\n", self._chance.choice(["\n", "\n", "\r\n", "\r"]))

    def _often(self) -> bool:
        return self._chance.random() < self._rate

    def _line(self, line: _Line) -> str:
        """A logical line with its comments; blank lines may go before it."""
        blank = (
            self._chance.choice(["\n", "   \n", "\t\n", "\x0c\n"]) if self._may_part(line) else ""
        )
        indent = ("\t" if self._tab else "    ") * line.depth
        return f"{blank}{indent}{self._code(line, indent)}\n"

    def _may_part(self, line: _Line) -> bool:
        return not line.follows_comment and not line.is_comment and self._often()

    def _code(self, line: _Line, indent: str) -> str:
        tokens = self._parenthesised(line.tokens)
        parts: list[str] = []
        depth = 0
        before: tokenize.TokenInfo | None = None
        for token in tokens:
            if token.string in _CLOSING and token.type == tokenize.OP:
                depth -= 1
            parts.append(self._gap(before, token, depth, indent))
            parts.append(self._token(token))
            if token.string in _OPENING and token.type == tokenize.OP:
                depth += 1
            before = token
        return "".join(parts)

    def _parenthesised(self, tokens: list[tokenize.TokenInfo]) -> list[tokenize.TokenInfo]:
        """More parentheses: around numbers, and what is assigned; and commas behind the last."""
        made: list[tokenize.TokenInfo] = []
        wrapped = self._often() and _is_plain_assignment(tokens)
        depth = 0
        for place, token in enumerate(tokens):
            if token.string in _CLOSING and self._often() and _takes_comma(tokens, place):
                made.append(_behind(",", tokens[place - 1]))
            number = token.type == tokenize.NUMBER and depth > 0 and self._often()
            made += [_before("(", token), token, _behind(")", token)] if number else [token]
            depth += (token.string in _OPENING) - (token.string in _CLOSING)
            if wrapped and depth == 0 and token.string == "=":
                made.append(_behind("(", token))
        if wrapped:
            comment = [made.pop()] if made[-1].type == tokenize.COMMENT else []
            made += [_behind(")", made[-1]), *comment]
        return made

    def _token(self, token: tokenize.TokenInfo) -> str:
        """A string may change its quotes."""
        text = token.string
        if token.type == tokenize.STRING and len(text) > 2 and text[0] in "'\"" and self._often():
            inner = text[1:-1]
            if text[:3] not in ('"""', "'''") and not set(inner) & set("'\"\\"):
                other = "'" if text[0] == '"' else '"'
                return f"{other}{inner}{other}"
        return text

    def _gap(
        self,
        before: tokenize.TokenInfo | None,
        token: tokenize.TokenInfo,
        depth: int,
        indent: str,
    ) -> str:
        """What stands between two tokens."""
        if before is None:
            return ""
        if before.type == tokenize.COMMENT:
            return f"\n{indent}    " + " " * self._chance.randrange(4)
        written = _between(before, token)
        if token.type == tokenize.COMMENT:
            return written or "  "
        needed = _needs_blank(before, token)
        if not self._often():
            return (written or " ") if needed else written
        if depth > 0 and token.string not in ("=", ":=") and before.string != "=":
            return self._break(before, indent)
        if depth == 0 and before.string != "@" and self._chance.random() < 0.5:
            return f" \\\n{indent}    " if needed or self._chance.random() < 0.5 else ""
        return self._chance.choice([" ", "  ", "\t"]) if needed else self._chance.choice(["", " "])

    def _break(self, before: tokenize.TokenInfo, indent: str) -> str:
        """A new line inside of parentheses, perhaps behind a comment."""
        comment = ""
        if before.string in (",", "(", "[", "{") and self._chance.random() < 0.4:
            comment = f"  # {self._chance.choice(_NOTES)}"
        blank = self._chance.choice(["", "", "\n", "\n\t\n"])
        deeper = self._chance.choice(["", "    ", "\t", "        ", "  "])
        return f"{comment}\n{blank}{indent}{deeper}"


class _Line:
    """A logical line: its tokens with the comments in it, or a comment or blank alone."""

    def __init__(self, depth: int, follows_comment: bool) -> None:
        self.depth = depth
        self.follows_comment = follows_comment
        self.tokens: list[tokenize.TokenInfo] = []

    @property
    def is_comment(self) -> bool:
        return all(token.type == tokenize.COMMENT for token in self.tokens)


def _logical_lines(tokens: list[tokenize.TokenInfo]) -> Iterator[_Line]:
    depth, open_brackets = 0, 0
    line = _Line(0, False)
    for token in tokens:
        if token.type == tokenize.INDENT:
            depth = line.depth = depth + 1
        elif token.type == tokenize.DEDENT:
            depth = line.depth = depth - 1
        elif token.type == tokenize.NEWLINE or (token.type == tokenize.NL and not open_brackets):
            if line.tokens:
                yield line
                line = _Line(depth, line.is_comment)
        elif token.type not in _LAYOUT:
            if token.type == tokenize.OP:
                open_brackets += (token.string in _OPENING) - (token.string in _CLOSING)
            line.tokens.append(token)


def _before(text: str, token: tokenize.TokenInfo) -> tokenize.TokenInfo:
    return tokenize.TokenInfo(tokenize.OP, text, token.start, token.start, token.line)


def _behind(text: str, token: tokenize.TokenInfo) -> tokenize.TokenInfo:
    return tokenize.TokenInfo(tokenize.OP, text, token.end, token.end, token.line)


def _is_plain_assignment(tokens: list[tokenize.TokenInfo]) -> bool:
    depth = equals = 0
    for token in tokens:
        depth += (token.string in _OPENING) - (token.string in _CLOSING)
        equals += depth == 0 and token.string == "="
    words = {token.string for token in tokens}
    return equals == 1 and not words & {"lambda", "yield", "def", "*", ";", ":"}


def _takes_comma(tokens: list[tokenize.TokenInfo], place: int) -> bool:
    """Whether a closing parenthesis ends the arguments of a call, with no comma at its end."""
    if tokens[place].string != ")" or tokens[place - 1].string in ("(", ","):
        return False
    if tokens[place - 1].type == tokenize.COMMENT:
        return False
    depth = 0
    for before in range(place - 1, 0, -1):
        string = tokens[before].string
        if string in _CLOSING:
            depth += 1
        elif string in _OPENING and depth:
            depth -= 1
        elif string in _OPENING:
            opener = tokens[before - 1]
            called = opener.type == tokenize.NAME and not keyword.iskeyword(opener.string)
            return string == "(" and (called or opener.string in (")", "]"))
        elif depth == 0 and string in ("for", "lambda"):
            return False
    return False


def _between(before: tokenize.TokenInfo, token: tokenize.TokenInfo) -> str:
    if before.end[0] == token.start[0] and before.end <= token.start:
        return token.line[before.end[1] : token.start[1]]
    return "\n" + " " * token.start[1] if before.end[0] < token.start[0] else ""


def _needs_blank(before: tokenize.TokenInfo, token: tokenize.TokenInfo) -> bool:
    wordy = (tokenize.NAME, tokenize.NUMBER, tokenize.STRING)
    if before.type in wordy and token.type in wordy:
        return True
    return before.type == tokenize.NUMBER and token.string == "."


@cache
def texts(rule: str) -> dict[str, str]:
    """The cases of a rule that can be fixed, looked for when a test asks: not to collect tests."""
    return {
        case: text
        for case, text in with_edits(rule).items()
        if "\x0c" not in text and _is_program(text)
    }


@cache
def all_texts() -> dict[str, str]:
    return {case: text for rule in _RULES for case, text in texts(rule).items()}


def each() -> int:
    """So many variants of each program."""
    return -(-_VARIANTS // len(all_texts()))


def _is_program(text: str) -> bool:
    try:
        ast.parse(text)
    except SyntaxError:
        return False
    return True


@cache
def variants(case: str) -> dict[str, list[Group]]:
    """The same program, written in other ways, each with the edits of its fixes."""
    original = all_texts()[case]
    written = [Formatter(Random(f"{case} {number}")).written(original) for number in range(each())]
    for text in written:
        assert ast.dump(ast.parse(text)) == ast.dump(ast.parse(original)), text
    return {text: groups_of(linted(text)) for text in written}


@pytest.mark.parametrize("rule", _RULES)
def test_nothing_changes_outside_of_the_edited_expressions(rule: str) -> None:
    for text, groups in [entry for case in texts(rule) for entry in variants(case).items()]:
        result = fixed(Document("a.py", text), groups)
        edits = {edit for group in result.applied for edit in group}
        ast.parse(result.text)
        assert result.text == _replaced(text, edits)
        assert _are_in_order_in(_untouched(text, edits), result.text)
        assert set(_LINE_END.findall(result.text)) <= set(_LINE_END.findall(text)) | {"\n"}


def _replaced(text: str, edits: set[Edit]) -> str:
    """Counted anew, and slowly: what the product does must agree."""
    for edit in sorted(edits, key=lambda edit: edit.span.start, reverse=True):
        start, end = (_offset(text, *place) for place in (edit.span.start, edit.span.end))
        text = text[:start] + edit.text + text[end:]
    return text


def _offset(text: str, line: int, column: int) -> int:
    place = 0
    for _ in range(line - 1):
        found = _LINE_END.search(text, place)
        if found is None:
            return len(text)
        place = found.end()
    return place + column - 1


def _untouched(text: str, edits: set[Edit]) -> list[str]:
    """The statements that no edit lies in, token by token."""
    places = [(_offset(text, *edit.span.start), _offset(text, *edit.span.end)) for edit in edits]
    statements = []
    for first, last, tokens in _statements(text):
        start, end = _offset(text, first, 1), _offset(text, last + 1, 1)
        if not any(start <= begin < end or begin < start < stop for begin, stop in places):
            statements.append(tokens)
    return statements


def _are_in_order_in(some: list[str], text: str) -> bool:
    """Whether statements follow one another in a text, whatever stands between them."""
    all_of_them = iter([tokens for _, _, tokens in _statements(text)])
    return all(each_text in all_of_them for each_text in some)


def _statements(text: str) -> Iterator[tuple[int, int, str]]:
    """Each logical line: its first and last line, and its tokens."""
    tokens: list[tokenize.TokenInfo] = []
    for token in tokenize.generate_tokens(io.StringIO(text, newline=None).readline):
        if token.type == tokenize.NEWLINE and tokens:
            yield (
                tokens[0].start[0],
                token.start[0],
                " ".join(each_token.string for each_token in tokens),
            )
            tokens = []
        elif token.type not in (*_LAYOUT, tokenize.COMMENT):
            tokens.append(token)


@nightly
def test_few_ways_of_writing_keep_a_program_from_being_fixed() -> None:
    """A rule may leave alone what it can't edit without a doubt.

    A legacy decorator with a comment in it is left to people: such variants aren't counted.
    """
    edited = [
        bool(groups)
        for case, original in all_texts().items()
        for text, groups in variants(case).items()
        if not (_is_legacy(original) and text.count("#") > original.count("#"))
    ]
    assert sum(edited) >= 0.9 * len(edited)


def _is_legacy(text: str) -> bool:
    return any(finding.code == "DFT301" for finding in linted(text))


def test_the_variants_differ() -> None:
    assert len(all_texts()) * each() >= _VARIANTS
    some = [text for case in sorted(all_texts())[:10] for text in variants(case)]
    assert len(set(some)) > 0.9 * 10 * each()
    joined = "\0".join(some)
    for feature in (" \\\n", "\r\n", "\t", ",)", "\n\n", "  # ", "=(", "\r"):
        assert feature in joined, feature
