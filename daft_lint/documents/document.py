"""A file's program: its text, decoded as Python decodes it, or the code in it."""

from __future__ import annotations

import codecs
import os
import re
from bisect import bisect_right
from collections.abc import Callable, Mapping, Sequence
from functools import cached_property
from pathlib import Path, PurePath
from typing import Any, TypeVar

from daft_lint.documents.file_status import read_whole
from daft_lint.documents.layout import LINE_END, Change, FileKind, Layout
from daft_lint.plan.span import Span
from daft_lint.records import dataclass

T = TypeVar("T")

_LINE_END_BYTES = re.compile(LINE_END.pattern.encode())
# PEP 263: in line 1, or in line 2 behind a blank line or a comment.
_CODING = re.compile(rb"[ \t\f]*#.*?coding[:=][ \t]*([-\w.]+)")
_BLANK_OR_COMMENT = re.compile(rb"[ \t\f]*(?:#|$)")
# No import statement holds a `:` or `;`. The bounds keep the search linear in any text.
_IMPORT = re.compile(
    r"import\b(?:[^\n\r#;:\\]|\\\r?\n){0,2000}\bdaft(?:_lance)?\b"
    r"|import\s*\([^()]{0,2000}\bdaft(?:_lance)?\b"
    r"|from[ \t]+[\w.]{0,2000}\bdaft(?:_lance)?\b"
)
# Methods of Daft's frames.
_STEP = re.compile(
    rb"\.(?:with_columns?|into_partitions|into_batches|repartition|explode|select|where|limit"
    rb"|collect|show|count_rows|to_pydict|to_arrow|to_pandas|iter_\w+|write_\w+)\("
)
_LONGEST_LINE = 200
AS_UTF_8 = "save the file as UTF-8"
"""What to do about any other encoding."""

# The longer marks come first: one of them begins like a shorter one.
_WIDE_MARKS = {
    codecs.BOM_UTF32_LE: "UTF-32",
    codecs.BOM_UTF32_BE: "UTF-32",
    codecs.BOM_UTF16_LE: "UTF-16",
    codecs.BOM_UTF16_BE: "UTF-16",
}
_ASCII = b"# coding"
_KINDS = {
    ".ipynb": FileKind.NOTEBOOK,
    ".md": FileKind.MARKDOWN,
    ".markdown": FileKind.MARKDOWN,
    ".mdx": FileKind.MARKDOWN,
    ".qmd": FileKind.MARKDOWN,
    ".rmd": FileKind.MARKDOWN,
}


class UnreadableDocumentError(Exception):
    """A file that can't be read as text.

    `message` is one line for a person. `line` and `column` count from 1, in characters; they are 1
    when the whole file is meant.
    """

    def __init__(self, path: str, message: str, line: int = 1, column: int = 1) -> None:
        super().__init__(f"{path}: {message}")
        self.path = path
        self.message = message
        self.line = line
        self.column = column


@dataclass(frozen=True)
class Document:
    """A file's program, under the path that people are shown.

    `text` is that of the file, unless only some pieces of it are code: then it is made of these as
    `layout` tells.
    """

    path: str
    text: str
    layout: Layout | None = None

    @cached_property
    def lines(self) -> tuple[str, ...]:
        """The lines of the text, without their ends."""
        return tuple(LINE_END.split(self.text))

    @cached_property
    def line_end(self) -> str:
        """How its lines end: as the first one does; as on Unix when there is only one."""
        found = LINE_END.search(self.text)
        return found.group() if found is not None else "\n"

    @cached_property
    def imports_daft(self) -> bool:
        """Whether it can build a Daft pipeline by itself, see `imports_daft`."""
        return imports_daft(self.text)

    @cached_property
    def _found(self) -> dict[Callable[[str], Any], Any]:
        """What was found out of its text."""
        return {}

    def once(self, work: Callable[[str], T]) -> T:
        """What some work finds out of its text alone, done once."""
        if work not in self._found:
            self._found[work] = work(self.text)
        found: T = self._found[work]
        return found

    def line(self, number: int) -> str | None:
        """A line by its number, counted from 1; None when there is no such line."""
        return self.lines[number - 1] if 1 <= number <= len(self.lines) else None

    def written_line(self, number: int) -> str | None:
        """The same line in the file, without what precedes code in Markdown."""
        if self.layout is None:
            return self.line(number)
        return self.layout.written_line(number, self.text)

    def offset(self, line: int, column: int) -> int:
        """The number of characters before a place, which may be the end of the text.

        Raises:
            ValueError: when the place is not in the text.
        """
        starts = self._starts
        if (line, column) == (len(starts) + 1, 1):
            return len(self.text)
        if not (1 <= line <= len(starts) and 1 <= column <= len(self.lines[line - 1]) + 1):
            raise ValueError(f"line {line}, column {column} is not in {self.path}")
        return starts[line - 1] + column - 1

    def place_at(self, offset: int) -> tuple[int, int]:
        """Line and column of a place in the text, by the characters before it."""
        line = bisect_right(self._starts, offset)
        return line, offset - self._starts[line - 1] + 1

    def located(self, span: Span) -> Span:
        """A span of this text with its cell."""
        if self.layout is None or span.path != self.path:
            return span
        return self.layout.located(span)

    def holds(self, word: str) -> bool:
        """Whether the program, or code left out of it, holds a text."""
        return word in self.text or any(word in source for source, _ in self.unread)

    def unread_place(self, name: str) -> Span | None:
        """Where a name first occurs in code left out of the program; None: nowhere."""
        for source, span in self.unread:
            found = re.search(rf"\b{re.escape(name)}\b", source)
            if found is not None:
                further = len(LINE_END.findall(source, 0, found.start()))
                line, column = span.line + further, 1 if further else span.column
                return span.between((line, column), (line, column))
        return None

    def unread_with(self, name: str) -> tuple[str, ...]:
        """The pieces left out of the program that hold a name."""
        word = re.compile(rf"\b{re.escape(name)}\b")
        return tuple(source for source, _ in self.unread if word.search(source) is not None)

    def takes(self, start: int, end: int) -> bool:
        """Whether characters, counted from 0, may be replaced: they are code of the file."""
        return self.layout is None or self.layout.takes(start, end)

    def edited(self, changes: Sequence[Change]) -> Document:
        """The program with some characters replaced; the changes may not touch.

        Raises:
            ValueError: when one of them changes text of the file that isn't code.
        """
        if not changes:
            return self
        parts: list[str] = []
        behind = 0
        for start, end, new in sorted(changes):
            parts += (self.text[behind:start], new)
            behind = end
        text = "".join((*parts, self.text[behind:]))
        if self.layout is None:
            return Document(self.path, text)
        return Document(self.path, text, self.layout.changed(sorted(changes), self.text))

    @cached_property
    def sources(self) -> Mapping[int, str]:
        """The code cells of a notebook by number, the blocks of Markdown in order from 1."""
        pieces = self.layout.pieces if self.layout is not None else ()
        return {
            piece.number or place: piece.source(self.text)
            for place, piece in enumerate(pieces, start=1)
        }

    @cached_property
    def unread(self) -> tuple[tuple[str, Span], ...]:
        """Code left out of the program: its text, and the place of what replaces it."""
        return () if self.layout is None else tuple(self.layout.unread(self.text, self.path))

    @cached_property
    def _starts(self) -> tuple[int, ...]:
        return (0, *(end.end() for end in LINE_END.finditer(self.text)))


def mentions_daft(data: bytes) -> bool:
    """Whether a file can hold anything for us: Daft's name, one of our codes, or our own name.

    It may say yes too often, never no: Daft's name and ours hold `daft`, our codes `DFT`.
    """
    folded = data.lower()
    if wide_encoding(data) is not None:
        # There are NUL bytes between the letters.
        folded = folded.replace(b"\0", b"")
    return b"daft" in folded or b"dft" in folded


def wide_encoding(data: bytes) -> str | None:
    """The encoding of more than one byte for a letter that the mark of a file names."""
    return next((name for mark, name in _WIDE_MARKS.items() if data.startswith(mark)), None)


def may_build(data: bytes) -> bool:
    """Whether a program that doesn't name Daft may use frames that it is given."""
    return _STEP.search(data) is not None


def may_concern(data: bytes, meets_daft: Callable[[], bool]) -> bool:
    """Whether a file may hold anything for us, by its bytes, or get frames from one that does.

    `meets_daft` tells whether some program with it has to do with Daft. It is asked only when the
    bytes alone don't tell.
    """
    return mentions_daft(data) or (may_build(data) and meets_daft())


def imports_daft(text: str) -> bool:
    """Whether a program can build a Daft pipeline: some import in it names Daft."""
    return any(not _in_comment(text, found.start()) for found in _IMPORT.finditer(text))


def _in_comment(text: str, place: int) -> bool:
    before = text[max(0, place - _LONGEST_LINE) : place]
    return "#" in before[max(before.rfind("\n"), before.rfind("\r")) + 1 :]


def read_document(file: Path, path: str) -> Document:
    """Read and decode a file.

    Raises:
        UnreadableDocumentError: when it can't be opened or is no text.
    """
    try:
        data = read_whole(file)
    except OSError as error:
        raise UnreadableDocumentError(path, f"can't be read: {error.strerror}") from None
    return decode(data, path)


def kind_of(path: str) -> FileKind | None:
    """The kind of a file by its name; None for a plain program."""
    return _KINDS.get(PurePath(path).suffix.lower())


def decode(data: bytes, path: str) -> Document:
    """Read a file's bytes: a program, a notebook or Markdown, as its name says.

    The text of a program has the file's own line ends and no BOM.

    Raises:
        UnreadableDocumentError: when they can't be read as that.
    """
    kind = kind_of(path)
    if kind is FileKind.NOTEBOOK:
        from daft_lint.documents.notebook import read_notebook

        return read_notebook(data, path)
    if kind is FileKind.MARKDOWN:
        from daft_lint.documents.markdown import read_markdown

        return read_markdown(data, path)
    return _program(data, path)


def code_in(data: bytes, path: str) -> str:
    """All code in a file's bytes as it is written: that of a notebook isn't checked.

    Raises:
        UnreadableDocumentError: when they can't be read as that.
    """
    if kind_of(path) is FileKind.NOTEBOOK:
        from daft_lint.documents.notebook import written_code

        return written_code(data, path)
    return decode(data, path).text


def _program(data: bytes, path: str) -> Document:
    """Decode a program: UTF-8 with or without a BOM, or what its coding comment names."""
    wide = wide_encoding(data)
    if wide is not None:
        raise UnreadableDocumentError(path, f"is {wide}, which Python can't read; {AS_UTF_8}")
    body = data.removeprefix(codecs.BOM_UTF8)
    if b"\0" in body:
        line, column = _position(body, body.index(b"\0"), "utf-8")
        message = f"line {line} holds a NUL byte, so this isn't source code"
        raise UnreadableDocumentError(path, message, line, column)
    encoding = encoding_of(data, path)
    try:
        text = body.decode(encoding)
        if encoding != "utf-8":
            # Escapes can make lone surrogates, which no parser takes.
            text.encode("utf-8")
    except UnicodeError as error:
        start = error.start if isinstance(error, UnicodeDecodeError) else 0
        line, column = _position(body, start, encoding)
        message = f"line {line} is not {encoding.upper()}"
        advice = f"{AS_UTF_8} or declare its encoding"
        raise UnreadableDocumentError(path, f"{message}; {advice}", line, column) from None
    return Document(path, text)


def encoding_of(data: bytes, path: str) -> str:
    """The encoding of a program that can be read.

    Raises:
        UnreadableDocumentError: when it names one that there isn't.
    """
    body = data.removeprefix(codecs.BOM_UTF8)
    return _encoding(body, path, has_mark=len(body) < len(data))


def _encoding(body: bytes, path: str, *, has_mark: bool) -> str:
    """The encoding that a coding comment names, else UTF-8."""
    declared = _declared_encoding(body)
    if declared is None:
        return "utf-8"
    encoding = _usable(declared)
    if encoding is None:
        raise UnreadableDocumentError(path, f"unknown encoding {declared[:40]!r} declared")
    if has_mark and encoding != "utf-8":
        message = (
            f"starts with a UTF-8 byte order mark but declares {declared!r}; remove one of them"
        )
        raise UnreadableDocumentError(path, message)
    return encoding


def _declared_encoding(body: bytes) -> str | None:
    lines = _LINE_END_BYTES.split(body, maxsplit=2)[:2]
    found = _CODING.match(lines[0])
    if found is None and len(lines) > 1 and _BLANK_OR_COMMENT.match(lines[0]):
        found = _CODING.match(lines[1])
    return found.group(1).decode("ascii") if found is not None else None


def _usable(declared: str) -> str | None:
    """The one name of a declared encoding; None unless it is a text encoding that holds ASCII."""
    try:
        if _ASCII.decode(declared) != _ASCII.decode("ascii"):
            return None
    except (LookupError, UnicodeError):
        return None
    name = codecs.lookup(declared).name
    return "utf-8" if name == "utf-8-sig" else name


def _position(body: bytes, offset: int, encoding: str) -> tuple[int, int]:
    """The line and column, counted from 1, of a byte."""
    before = _LINE_END_BYTES.split(body[:offset])
    characters = before[-1].decode("utf-8" if encoding == "utf-8" else "latin-1", "replace")
    return len(before), len(characters) + 1


def shown_path(file: Path) -> str:
    """The path that people are shown: below the current folder when it is there, with `/`.

    Bytes of the name that are no UTF-8 are replaced, so that it can be printed anywhere.
    """
    absolute = Path(os.path.normpath(file.absolute()))
    current = Path.cwd()
    path = absolute.relative_to(current) if absolute.is_relative_to(current) else absolute
    return os.fsencode(path.as_posix()).decode("utf-8", "replace")
