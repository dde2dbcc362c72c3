"""Markdown: its Python blocks as one program, and changed blocks written back.

Importing markdown-it-py would take 65 ms (Python 3.11, 2026-11-28), more than reading a page, and
it doesn't give the prefix of a block's lines, which a changed block needs again.
"""

from __future__ import annotations

import codecs
import re
from collections.abc import Iterator
from difflib import SequenceMatcher

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
# ```pycon, ```{.pycon}, ```{code-block} python-console
_CONSOLE = re.compile(
    r"[ \t]*(?:\{(?:code-block|code)\}[ \t]*|\{(?:[^{}]*[ \t])?\.)?"
    r"(?:pycon3?|python3?-console)(?![\w+#-])",
    re.IGNORECASE,
)
_LINE_END = "\r\n"


@dataclass(frozen=True, slots=True)
class _Block:
    """A Python block: its lines in the file, counted from 0, and the prefix of each.

    One of a `console` shows prompts and output.
    """

    first: int
    last: int
    margin: str
    console: bool


def read_markdown(data: bytes, path: str) -> Document:
    """The Python blocks of a file of Markdown, in their order, as one program.

    Its lines are those of the file, empty where the file holds no Python. A block that is no Python
    is passed over: it stays as it is, and the names that it may bind are unknown from there on.

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
                closed=code.closed,
            )
        )
    return Document(
        path, "".join(program), Layout(FileKind.MARKDOWN, tuple(_placed(pieces, program)), file)
    )


def written_markdown(data: bytes, before: Document, after: Document) -> bytes:
    """A file of Markdown in which changed blocks are those of another program.

    `before` is what the file was read as, `after` the same with changes. Every other byte stays as
    it is.
    """
    mark = codecs.BOM_UTF8 if data.startswith(codecs.BOM_UTF8) else b""
    return mark + markdown_of(before, after).encode("utf-8")


def markdown_of(before: Document, after: Document) -> str:
    """The whole text of the file in which blocks of `before` are those of `after`."""
    assert before.layout is not None
    assert after.layout is not None
    lines = LINE.findall(before.layout.file)
    pieces = zip(before.layout.pieces, after.layout.pieces, strict=True)
    for old, new in reversed(list(pieces)):
        was, becomes = old.source(before.text), new.source(after.text)
        if was != becomes:
            first = old.first_line - 1
            last = first + len(LINE.findall(was))
            lines[first:last] = _block_lines(lines[first:last], becomes, old.margin)
    return "".join(lines)


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
        console = _CONSOLE.match(opening["info"]) is not None
        if console or _PYTHON.match(opening["info"]):
            margin = opening["margin"] + " " * len(opening["item"])
            yield _Block(first, at, margin, console)
        at += 1


def _source_of(block: _Block, lines: list[str]) -> str:
    """A block without its margin, or unchanged where some line lacks it."""
    if _is_even(block, lines):
        return "".join(_bare(line, block.margin) for line in lines)
    return "".join(lines)


def _code_of(block: _Block, lines: list[str], source: str) -> Code:
    """The part of a block that joins the program: as many lines, or only the names it binds."""
    if _is_even(block, lines) and not block.console:
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


def _block_lines(old: list[str], source: str, margin: str) -> Iterator[str]:
    """The lines of a changed block in the file; those that stay keep their prefix."""
    new = LINE.findall(source)
    bare = [_bare(line, margin) for line in old]
    for tag, first, last, start, end in SequenceMatcher(a=bare, b=new).get_opcodes():
        if tag == "equal":
            yield from old[first:last]
        else:
            yield from (f"{margin}{line}" if line.strip() else line for line in new[start:end])
