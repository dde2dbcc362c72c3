"""What a run said, said again while nothing changed that it looked at.

A replay is a record of JSON: what the run looked at, a signature of that, and its output. It is
found by a digest of the command line and of what else decides how output looks. This module is
imported at each start, so it imports next to nothing.
"""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Mapping, Sequence

import daft_lint
from daft_lint.caching.digesting import blake2b
from daft_lint.caching.places import FOLDER, below_others
from daft_lint.caching.sealing import opened
from daft_lint.caching.signatures import signature

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import TextIO

REPLAYS = "replays"

_VARIABLES = (
    "COLUMNS",
    "DAFT_LINT_CACHE_DIR",
    "DAFT_LINT_NO_CACHE",
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
    made = blake2b(digest_size=16)
    for part in parts:
        data = part.encode("utf-8", "surrogateescape")
        made.update(b"%d:" % len(data))
        made.update(data)
    return made.hexdigest()


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
    if variables.get("DAFT_LINT_NO_CACHE"):
        return None
    try:
        cache = nearest_cache(variables)
        if cache is None:
            return None
        name = key_of(arguments, variables)
        with open(f"{cache}{os.sep}{REPLAYS}{os.sep}{name}", "rb", buffering=0) as record:  # noqa: PTH123
            data = opened(record.read())
        return None if data is None else _output(json.loads(data))
    except (AttributeError, LookupError, OSError, RecursionError, TypeError, ValueError):
        return None


def _output(replay: Mapping[str, object]) -> tuple[bytes, int] | None:
    looked_at, output, exit_code = replay["looked at"], replay["output"], replay["exit code"]
    if not isinstance(looked_at, list) or not looked_at:
        return None
    for folders, files, suffixes, known in looked_at:
        if signature(folders, files, tuple(suffixes))[0] != known:
            return None
    if not isinstance(output, str) or not isinstance(exit_code, int):
        return None
    return output.encode("latin-1"), exit_code
