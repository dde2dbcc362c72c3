"""The key of a user: what it seals, nobody else wrote, such as whoever made a checkout.

It is a secret of the environment, else a file in the user's own cache folder. This module is
imported at each start, so it imports next to nothing.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Mapping

from daft_lint.caching.digest import blake2b

VARIABLE = "DAFT_LINT_CACHE_KEY"
PLACES = (VARIABLE, "XDG_CACHE_HOME", "HOME", "LOCALAPPDATA")
"""The variables that decide which key it is."""
_LENGTH = 32


def known_key(variables: Mapping[str, str]) -> bytes | None:
    """The key to read records with; None where there is none that only the user can write."""
    named = variables.get(VARIABLE)
    if named:
        return blake2b(os.fsencode(named), digest_size=_LENGTH).digest()
    file = _file(variables)
    if file is None:
        return None
    try:
        handle = os.open(file, os.O_RDONLY | getattr(os, "O_NOFOLLOW", 0))
    except OSError:
        return None
    with os.fdopen(handle, "rb", buffering=0) as opened:
        status = os.fstat(opened.fileno())
        if hasattr(os, "getuid") and (status.st_uid != os.getuid() or status.st_mode & 0o022):
            return None
        key = opened.read(_LENGTH + 1)
    return key if len(key) == _LENGTH else None


def own_key(variables: Mapping[str, str]) -> bytes | None:
    """The key to write records with, made at first; None where it can't be kept."""
    key, file = known_key(variables), _file(variables)
    if key is not None or file is None:
        return key
    try:
        os.makedirs(os.path.dirname(file), 0o700, exist_ok=True)  # noqa: PTH103, PTH120
        handle = os.open(file, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
        with os.fdopen(handle, "wb") as opened:
            opened.write(os.urandom(_LENGTH))
    except OSError:
        # Another run may have made it just now.
        pass
    return known_key(variables)


def _file(variables: Mapping[str, str]) -> str | None:
    folder = variables.get("XDG_CACHE_HOME") or _user_cache(variables)
    if folder is None or not os.path.isabs(folder):  # noqa: PTH117
        return None
    return os.path.join(folder, "daft-lint", "key")  # noqa: PTH118


def _user_cache(variables: Mapping[str, str]) -> str | None:
    """The folder that the platform has for a user's caches."""
    if os.name == "nt":
        return variables.get("LOCALAPPDATA")
    home = variables.get("HOME")
    if not home:
        return None
    below = ("Library", "Caches") if sys.platform == "darwin" else (".cache",)
    return os.path.join(home, *below)  # noqa: PTH118
