"""Paths and URLs as programs hand them to sources."""

from __future__ import annotations

import re

_SCHEME = re.compile(r"[A-Za-z][A-Za-z0-9+.\-]*://")
_LOCAL = "file://"


def is_url(address: str) -> bool:
    """Whether it starts with a scheme, `file` among them."""
    return _SCHEME.match(address) is not None


def is_remote(address: str) -> bool:
    """Whether it is a URL of something that isn't on this machine."""
    return is_url(address) and not address.lower().startswith(_LOCAL)
