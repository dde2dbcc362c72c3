"""A file's text, decoded as Python decodes it."""

from __future__ import annotations

import codecs
import re
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

# Python counts only these as line ends in source code.
_LINE_END = re.compile(r"\r\n|\r|\n")
# PEP 263: in one of the first two lines, of which the first is blank or a comment.
_CODING = re.compile(rb"^[ \t\f]*#.*?coding[:=][ \t]*([-\w.]+)")
_IMPORT = re.compile(r"^[ \t]*(?:import|from)[ \t][^\n#]*\bdaft\b", re.MULTILINE)
_OURS = re.compile(rb"daft|dft\d", re.IGNORECASE)


class UnreadableDocumentError(Exception):
    """A file that can't be read as text. `message` is one line for a person."""

    def __init__(self, path: str, message: str) -> None:
        super().__init__(f"{path}: {message}")
        self.path = path
        self.message = message


@dataclass(frozen=True)
class Document:
    """A file's text, under the path that people are shown."""

    path: str
    text: str

    @cached_property
    def lines(self) -> tuple[str, ...]:
        """The lines of the text, without their ends."""
        return tuple(_LINE_END.split(self.text))

    def line(self, number: int) -> str | None:
        """A line by its number, counted from 1; None when there is no such line."""
        return self.lines[number - 1] if 1 <= number <= len(self.lines) else None


def mentions_daft(data: bytes) -> bool:
    """Whether a file can hold anything for us: Daft's name, one of our codes, or our own name."""
    return _OURS.search(data) is not None


def imports_daft(text: str) -> bool:
    """Whether a program can build a Daft pipeline: some import in it names Daft."""
    return _IMPORT.search(text) is not None


def read_document(file: Path, path: str) -> Document:
    """Read and decode a file.

    Raises:
        UnreadableDocumentError: when it can't be opened or is no text.
    """
    try:
        data = file.read_bytes()
    except OSError as error:
        raise UnreadableDocumentError(path, f"can't be read: {error.strerror}") from None
    return decode(data, path)


def decode(data: bytes, path: str) -> Document:
    """Decode a program's bytes: UTF-8 with or without a BOM, or what its coding comment names.

    Raises:
        UnreadableDocumentError: when the bytes are no text in that encoding, or hold a NUL.
    """
    if b"\0" in data:
        line = data.count(b"\n", 0, data.index(b"\0")) + 1
        raise UnreadableDocumentError(path, f"line {line} holds a NUL byte; this is no source code")
    encoding = _declared_encoding(data)
    try:
        text = data.removeprefix(codecs.BOM_UTF8).decode(encoding)
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        reason = f"line {line} is not {encoding.upper()}"
        raise UnreadableDocumentError(
            path, f"{reason}; save the file as UTF-8 or declare its encoding"
        ) from None
    except LookupError:
        raise UnreadableDocumentError(path, f"unknown encoding {encoding!r} declared") from None
    return Document(path, text)


def _declared_encoding(data: bytes) -> str:
    if data.startswith(codecs.BOM_UTF8):
        return "utf-8"
    first, _, rest = data.partition(b"\n")
    found = _CODING.match(first)
    if found is None and (not first.strip() or first.lstrip().startswith(b"#")):
        found = _CODING.match(rest.partition(b"\n")[0])
    return found.group(1).decode("ascii") if found is not None else "utf-8"


def shown_path(file: Path) -> str:
    """The path that people are shown: below the current folder when it is there, with `/`."""
    absolute = file if file.is_absolute() else Path.cwd() / file
    try:
        return absolute.relative_to(Path.cwd()).as_posix()
    except ValueError:
        return file.as_posix()
