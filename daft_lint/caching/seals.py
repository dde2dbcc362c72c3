"""Seals of files: they prove that the bytes are complete, and that this user wrote them.

A record is one line, `daft-lint cache 2 DIGEST`, and the bytes behind it, of which `DIGEST` is the
BLAKE2b digest under the user's key. Whatever is anything else counts as missing: a cache that came
with a checkout counts for nothing. This module is imported at each start, so it imports next to
nothing.
"""

from __future__ import annotations

from daft_lint.caching.digest import blake2b

_MAGIC = b"daft-lint cache 2 "


def sealed(data: bytes, key: bytes) -> bytes:
    """The bytes of a record that holds the data, by whoever has the key."""
    return b"%b%b\n%b" % (_MAGIC, _digest(data, key), data)


def opened(record: bytes, key: bytes) -> bytes | None:
    """The data of a record; None when it is not a whole one that was sealed with that key."""
    head, found, data = record.partition(b"\n")
    whole = found and head.startswith(_MAGIC) and head[len(_MAGIC) :] == _digest(data, key)
    return data if whole else None


def _digest(data: bytes, key: bytes) -> bytes:
    return blake2b(data, key=key, digest_size=32).hexdigest().encode()
