"""The cached output of a run, given again while nothing changed that the run looked at.

A replay is a record of the exit code of the run, its output, and what the run looked at, with
signatures of that. It is found by a digest of the command line and of what else decides how output
looks. This module is imported at each start, so it imports next to nothing.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Iterable, Mapping, Sequence

import daft_lint
from daft_lint.caching.digest import blake2b
from daft_lint.caching.location import FOLDER, below_others
from daft_lint.caching.netstrings import in_a_row, pieces_of
from daft_lint.caching.seals import opened
from daft_lint.caching.secret import known_key
from daft_lint.caching.signatures import signature

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import TextIO

REPLAYS = "replays"

LookedAt = tuple[Sequence[str], Sequence[str], Sequence[str], str]
"""Folders, files, the suffixes that count in folders, and the signature of all that."""

# Whoever says one of these wants nothing of earlier runs, or of the project.
_WITHOUT = frozenset({"--no-cache", "--isolated"})
_VARIABLES = (
    "COLUMNS",
    "DAFT_LINT_CACHE_DIR",
    "DAFT_LINT_NO_CACHE",
    "DAFT_LINT_NO_EXTEND_RULES",
    "FORCE_COLOR",
    "LANG",
    "LC_ALL",
    "LC_CTYPE",
    "NO_COLOR",
    "PYTHONPATH",
    "TERM",
)


def key_of(arguments: Sequence[str], variables: Mapping[str, str]) -> str:
    """The name of the replay of a command line in the current folder, for this terminal."""
    parts = [
        daft_lint.__version__,
        sys.version,
        sys.prefix,
        os.getcwd(),  # noqa: PTH109
        repr([(name, variables.get(name)) for name in _VARIABLES]),
        repr([_shown_by(stream) for stream in (sys.stdout, sys.stderr)]),
        repr(list(arguments)),
    ]
    return blake2b(in_a_row(map(_bytes, parts)), digest_size=16).hexdigest()


def _shown_by(stream: TextIO) -> tuple[object, ...]:
    """What of a stream decides how output looks."""
    width = None
    if stream.isatty():
        try:
            width = os.get_terminal_size(stream.fileno()).columns
        except OSError:
            width = 0
    return width, stream.encoding, stream.errors


def nearest_cache(variables: Mapping[str, str]) -> str | None:
    """The cache folder that a run in the current folder keeps replays in, if there is one."""
    named = variables.get("DAFT_LINT_CACHE_DIR")
    if named:
        return below_others(os.path.abspath(named))  # noqa: PTH100
    folder = os.getcwd()  # noqa: PTH109
    while True:
        found = f"{folder.rstrip(os.sep)}{os.sep}{FOLDER}"
        if os.path.isdir(found):  # noqa: PTH112
            return found
        above = os.path.dirname(folder)  # noqa: PTH120
        if above == folder:
            return None
        folder = above


def replayed(arguments: Sequence[str], variables: Mapping[str, str]) -> tuple[bytes, int] | None:
    """What a run with this command line would write, and its exit code; None if nobody knows."""
    if variables.get("DAFT_LINT_NO_CACHE") or not _WITHOUT.isdisjoint(arguments):
        return None
    key = known_key(variables)
    if key is None:
        return None
    try:
        cache = nearest_cache(variables)
        if cache is None:
            return None
        name = key_of(arguments, variables)
        with open(f"{cache}{os.sep}{REPLAYS}{os.sep}{name}", "rb", buffering=0) as record:  # noqa: PTH123
            data = opened(record.read(), key)
        return None if data is None else _output(data)
    except (OSError, ValueError):
        return None


def written(looked_at: Iterable[LookedAt], output: bytes, exit_code: int) -> bytes:
    """The data of the replay of a run."""
    pieces = [b"%d" % exit_code, output]
    for folders, files, suffixes, known in looked_at:
        pieces += (in_a_row(map(_bytes, texts)) for texts in (folders, files, suffixes))
        pieces.append(_bytes(known))
    return in_a_row(pieces)


def _output(data: bytes) -> tuple[bytes, int] | None:
    """The output and the exit code of a replay, unless what the run looked at has changed.

    Raises:
        ValueError: when the data is none of a replay.
        OSError: when a folder can't be looked into any more.
    """
    exit_code, output, *rest = pieces_of(data)
    if not rest or len(rest) % 4:
        raise ValueError("nothing was looked at, or half of it")
    for place in range(0, len(rest), 4):
        folders, files, suffixes = (
            [_text(piece) for piece in pieces_of(texts)] for texts in rest[place : place + 3]
        )
        if signature(folders, files, tuple(suffixes))[0] != _text(rest[place + 3]):
            return None
    return output, int(exit_code)


def _bytes(text: str) -> bytes:
    return text.encode("utf-8", "surrogateescape")


def _text(data: bytes) -> str:
    return data.decode("utf-8", "surrogateescape")
