"""The folder of a cache. This module is imported at each start, so it imports next to nothing."""

from __future__ import annotations

import os

FOLDER = ".daft-lint_cache"
TAG_FILE = "CACHEDIR.TAG"
TAG = b"""Signature: 8a477f597d28d172789f06886806bc55
# This folder was made by daft-lint. See https://bford.info/cachedir/
"""


def below_others(named: str) -> str:
    """The folder of a cache for which somebody named a folder.

    It is another one below that if there are files in it which are not the cache's: a cache keeps
    all that is in its folder away from Git.
    """
    own = f"{named.rstrip(os.sep)}{os.sep}{FOLDER}"
    try:
        entries = os.listdir(named)  # noqa: PTH208
        if TAG_FILE not in entries:
            return own if entries else named
        with open(f"{named}{os.sep}{TAG_FILE}", "rb") as tag:  # noqa: PTH123
            return named if tag.read() == TAG else own
    except OSError:
        # There is none yet, or none that anything can be kept in.
        return named
