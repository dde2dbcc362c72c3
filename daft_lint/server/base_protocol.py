"""The base protocol: the messages of a stream, each with its length in front."""

from __future__ import annotations

import re
from typing import BinaryIO

LONGEST_MESSAGE = 64 * 1024 * 1024
"""Bytes of a message. VS Code sends no text of more than 50 MB."""

_LONGEST_LINE = 1024
_MOST_LINES = 16
_HEADER = re.compile(rb"(?P<name>[!-9;-~]+):[ \t]*(?P<value>[ -~]*)\r?\n")


class BrokenStreamError(Exception):
    """What comes is no message, and where the next one begins is unknown.

    The text is one line for a person.
    """


def next_message(stream: BinaryIO) -> bytes | None:
    """The next message; None once the stream has ended, in the middle of one too.

    Raises:
        BrokenStreamError: when the header makes no sense, or the message is too long.
    """
    length: int | None = None
    for _ in range(_MOST_LINES):
        line = stream.readline(_LONGEST_LINE)
        if not line.endswith(b"\n") and len(line) < _LONGEST_LINE:
            return None
        if line in (b"\r\n", b"\n"):
            break
        header = _HEADER.fullmatch(line)
        if header is None:
            raise BrokenStreamError(f"{_shown(line)} isn't a message header")
        if header["name"].lower() == b"content-length":
            length = _length(header["value"])
    else:
        raise BrokenStreamError(f"a message has more than {_MOST_LINES} headers")
    if length is None:
        raise BrokenStreamError("a message has no Content-Length")
    message = stream.read(length)
    return message if len(message) == length else None


def _length(value: bytes) -> int:
    value = value.strip()
    if not value.isdigit():
        raise BrokenStreamError(f"{_shown(value)} isn't a Content-Length")
    # Python turns no number of thousands of digits into one.
    if len(value.lstrip(b"0")) > len(str(LONGEST_MESSAGE)) or int(value) > LONGEST_MESSAGE:
        raise BrokenStreamError(
            f"a message of {_shown(value, quoted=False)} bytes is too long: the limit is "
            f"{LONGEST_MESSAGE:,}"
        )
    return int(value)


def _shown(text: bytes, *, quoted: bool = True) -> str:
    """The beginning of a text, in characters that a terminal shows."""
    shown = ascii(text[:40].strip().decode("ascii", "replace"))
    shown = shown if quoted else shown[1:-1]
    return f"{shown}..." if len(text) > 40 else shown
