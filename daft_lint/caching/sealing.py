"""Bytes on disk that prove that they are complete.

A record is one line, `daft-lint cache 1 DIGEST`, and the bytes behind it, of which `DIGEST` is the
BLAKE2b digest. Whatever is anything else counts as missing. This module is imported at each start,
so it imports next to nothing.
"""

from __future__ import annotations

from daft_lint.caching.digesting import blake2b

_MAGIC = b"daft-lint cache 1 "


def sealed(data: bytes) -> bytes:
    """The bytes of a record that holds the data."""
    return b"%b%b\n%b" % (_MAGIC, _digest(data), data)


def opened(record: bytes) -> bytes | None:
    """The data of a record; None when it is not a whole one."""
    head, found, data = record.partition(b"\n")
    whole = found and head.startswith(_MAGIC) and head[len(_MAGIC) :] == _digest(data)
    return data if whole else None


def _digest(data: bytes) -> bytes:
    return blake2b(data, digest_size=16).hexdigest().encode()
