"""The standard streams of this process, made such that nothing written to them gets lost."""

from __future__ import annotations

import io
import sys


def secure() -> None:
    """Buffer standard output and standard error where Python doesn't.

    A raw stream, as of `PYTHONUNBUFFERED`, may take a part of what it is given, and whoever writes
    text to it isn't told. A buffered one takes all of it or raises.
    """
    for name in ("stdout", "stderr"):
        stream = getattr(sys, name)
        if isinstance(stream, io.TextIOWrapper) and isinstance(stream.buffer, io.RawIOBase):
            encoding, errors = stream.encoding, stream.errors
            buffer = io.BufferedWriter(stream.detach())
            stream = io.TextIOWrapper(buffer, encoding, errors, line_buffering=True)
            setattr(sys, name, stream)
            setattr(sys, f"__{name}__", stream)
