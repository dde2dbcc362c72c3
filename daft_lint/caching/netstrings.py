"""Netstrings: pieces of bytes in a row, each behind its length, as in `2:ab,`.

It is for what is read at each start, where importing a reader of JSON takes longer than all other
imports.
"""

from __future__ import annotations

from collections.abc import Iterable

# The digits of a length, and the colon.
_LONGEST_HEAD = 20


def in_a_row(pieces: Iterable[bytes]) -> bytes:
    """The bytes that hold all pieces."""
    return b"".join(b"%d:%b," % (len(piece), piece) for piece in pieces)


def pieces_of(data: bytes) -> list[bytes]:
    """The pieces that some bytes hold.

    Raises:
        ValueError: when these were not made of pieces.
    """
    pieces = []
    start = 0
    while start < len(data):
        length, colon, _ = data[start : start + _LONGEST_HEAD].partition(b":")
        begin = start + len(length) + 1
        end = begin + int(length) if colon and length.isdigit() else len(data)
        if data[end : end + 1] != b",":
            raise ValueError(f"no piece starts at byte {start}")
        pieces.append(data[begin:end])
        start = end + 1
    return pieces
