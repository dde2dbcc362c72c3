"""Markdown: its Python blocks as one program.

Importing markdown-it-py would take 65 ms (Python 3.11, 2026-11-28), more than reading a page.
"""

from __future__ import annotations

import codecs
import re
from collections.abc import Iterator

from daft_lint.documents.document import Document, UnreadableDocumentError
from daft_lint.documents.embedded_code import Code, bound_unread, left_out, read_code
from daft_lint.documents.layout import LINE, FileKind, Layout, Piece
from daft_lint.documents.unread_bindings import unknown
from daft_lint.records import dataclass, replace

_FENCE = re.compile(
    r"(?P<margin>[ \t>]*)(?P<item>(?:(?:[-*+]|\d{1,9}[.)])[ \t]+)*)"
    r"(?P<fence>`{3,}|~{3,})(?P<info>[^\r\n]*)"
)
# ```python title="a.py", ```py {.light}, ```{.python .numberLines}, ```{code-cell} ipython3
_PYTHON = re.compile(
    r"[ \t]*(?:(?:i?python3?|py3?)(?![\w+#-])"
    r"|\{(?:[^{}]*[ \t])?\.(?:python3?|py3?)(?=[ \t}])[^{}]*\}"
    r"|\{(?:code-cell|code-block|code)\}[ \t]*(?:i?python3?|py3?)\b"
    r"|\{(?:python|py)[^{}]*\})",
    re.IGNORECASE,
)
_LINE_END = "\r\n"


@dataclass(frozen=True, slots=True)
class _Block:
    """A Python block: its lines in the file, counted from 0, and the prefix of each."""

    first: int
    last: int
    margin: str


def read_markdown(data: bytes, path: str) -> Document:
    """The Python blocks of a file of Markdown, in their order, as one program.

    Its lines are those of the file, empty where the file holds no Python. A block that is no Python
    is passed over, and the names that it may bind are unknown from there on. No block is changed.

    Raises:
        UnreadableDocumentError: when the file is no UTF-8.
    """
    file = _text(data, path)
    lines = LINE.findall(file)
    program = [_end_of(line) for line in lines]
    pieces: list[Piece] = []
    for block in _blocks(lines):
        own = lines[block.first : block.last]
        if not own:
            continue
        source = _source_of(block, own)
        code = _code_of(block, own, source)
        # The last line of a block that is passed over may have no end, so be missing there.
        written = LINE.findall(code.text)
        program[block.first : block.first + len(written)] = written
        first = block.first + 1
        pieces.append(
            Piece(
                0,
                len(code.text),
                first,
                None,
                block.margin,
                hidden=code.hidden,
                closed=True,
            )
        )
    return Document(
        path, "".join(program), Layout(FileKind.MARKDOWN, tuple(_placed(pieces, program)))
    )


def _text(data: bytes, path: str) -> str:
    body = data.removeprefix(codecs.BOM_UTF8)
    try:
        return body.decode("utf-8")
    except UnicodeDecodeError as error:
        line = body[: error.start].count(b"\n") + 1
        message = f"line {line} is not UTF-8; save the file as UTF-8"
        raise UnreadableDocumentError(path, message, line) from None


def _blocks(lines: list[str]) -> Iterator[_Block]:
    """The Python blocks of a file; an unclosed one ends with the file."""
    at = 0
    while at < len(lines):
        opening = _FENCE.match(lines[at])
        at += 1
        if opening is None or (opening["fence"][0] == "`" and "`" in opening["info"]):
            continue
        first = at
        while at < len(lines) and not _closes(lines[at], opening["fence"]):
            at += 1
        if _PYTHON.match(opening["info"]):
            margin = opening["margin"] + " " * len(opening["item"])
            yield _Block(first, at, margin)
        at += 1


def _source_of(block: _Block, lines: list[str]) -> str:
    """A block without its margin, or unchanged where some line lacks it."""
    if _is_even(block, lines):
        return "".join(_bare(line, block.margin) for line in lines)
    return "".join(lines)


def _code_of(block: _Block, lines: list[str], source: str) -> Code:
    """The part of a block that joins the program: as many lines, or only the names it binds."""
    if _is_even(block, lines):
        code = read_code(source)
        if not code.closed and len(LINE.findall(code.text)) == len(lines):
            return code
    return left_out("".join(lines), instead=unknown(bound_unread(source)))


def _closes(line: str, fence: str) -> bool:
    bare = line.lstrip(" \t>").rstrip()
    return len(bare) >= len(fence) and set(bare) == {fence[0]}


def _is_even(block: _Block, lines: list[str]) -> bool:
    return all(_is_within(line, block.margin) for line in lines)


def _is_within(line: str, margin: str) -> bool:
    return line.startswith(margin) or not line.strip(" \t>\r\n")


def _bare(line: str, margin: str) -> str:
    return line[len(margin) :] if line.startswith(margin) else _end_of(line)


def _end_of(line: str) -> str:
    return line[len(line.rstrip(_LINE_END)) :]


def _placed(pieces: list[Piece], program: list[str]) -> Iterator[Piece]:
    """The pieces with where they start in the program."""
    start = line = 0
    for piece in pieces:
        start += sum(map(len, program[line : piece.first_line - 1]))
        line = piece.first_line - 1
        yield replace(piece, start=start, end=start + piece.end)
