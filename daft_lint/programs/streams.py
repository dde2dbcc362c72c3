"""The standard streams of this process: nothing that is written to them gets lost silently.

This module is imported at each start, so it imports next to nothing.
"""

from __future__ import annotations

import io
import os
import sys

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import TextIO

_OUTPUT = {1: "stdout", 2: "stderr"}


def secure() -> None:
    """Buffer standard output and standard error, and put something in the place of closed streams.

    A raw stream, as of `PYTHONUNBUFFERED`, may silently take a part of a text. A buffered one takes
    all of it or raises.

    The number of a closed stream would go to the next file that is opened, and the stream's text
    into that. What stands there instead can't be written to, which is reported as for any stream.
    """
    _fill_gaps()
    for number, name in _OUTPUT.items():
        stream = getattr(sys, name)
        if stream is None:
            stream = open(number, "w", encoding="utf-8", closefd=False)  # noqa: SIM115
        elif isinstance(stream, io.TextIOWrapper) and isinstance(stream.buffer, io.RawIOBase):
            encoding, errors = stream.encoding, stream.errors
            buffer = io.BufferedWriter(stream.detach())
            stream = io.TextIOWrapper(buffer, encoding, errors, line_buffering=True)
        setattr(sys, name, stream)
        setattr(sys, f"__{name}__", stream)


def _fill_gaps() -> None:
    for number, stream in enumerate((sys.stdin, sys.stdout, sys.stderr)):
        if stream is None:
            nothing = os.open(os.devnull, os.O_RDONLY)
            if nothing == number:
                os.set_inheritable(nothing, True)
            else:
                os.dup2(nothing, number)
                os.close(nothing)


def print_error(line: str) -> None:
    """Print a line to standard error or, where that fails, to standard output."""
    for stream in (sys.stderr, sys.stdout):
        try:
            stream.write(f"{line}\n")
        except (OSError, ValueError):
            continue
        if takes(stream):
            return


def takes(stream: TextIO) -> bool:
    """Whether a stream takes all that was written to it."""
    try:
        stream.flush()
    except (OSError, ValueError):
        return False
    return True
