"""The records of an event log, one line after the other, whatever is wrong with some of them.

Source: `daft/subscribers/event_log.py`, Daft 0.7.26. A log may be cut off, written by several
processes at once, or gigabytes long: it is read as a stream, and a broken line is counted and
passed over.
"""

from __future__ import annotations

import json
import math
import os
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any, BinaryIO

from daft_lint.documents.file_status import opened
from daft_lint.records import dataclass

_LONGEST_LINE = 16 * 2**20
"""Bytes. The plan is the longest thing in a log: 200 steps take some 100 kB."""

# Nanoseconds of centuries, or bytes of all disks, have fewer.
_MOST_DIGITS = 30

_SUFFIX = ".jsonl"


@dataclass(slots=True)
class Reading:
    """How many lines were read, and how many of them were passed over because they are broken."""

    lines: int = 0
    broken: int = 0


def logs_below(paths: Iterable[Path]) -> Iterator[Path]:
    """The log files that paths mean: a file itself, of a folder every `*.jsonl` at any depth.

    Raises:
        OSError: a folder can't be looked into.
    """
    for path in paths:
        if not path.is_dir():
            yield path
            continue
        for folder, folders, names in os.walk(path, onerror=_raise):
            folders.sort()
            for name in sorted(names):
                if name.endswith(_SUFFIX):
                    yield Path(folder, name)


def records(file: Path, reading: Reading) -> Iterator[dict[str, Any]]:
    """The records of a file that can be read.

    Raises:
        OSError: the file can't be read.
    """
    with opened(file) as stream:
        for line in _lines(stream):
            reading.lines += 1
            record = _record(line)
            if record is None:
                reading.broken += 1
            else:
                yield record


def _lines(stream: BinaryIO) -> Iterator[bytes]:
    """Lines that aren't empty; of one that is too long, its beginning."""
    while line := stream.readline(_LONGEST_LINE):
        if not line.endswith(b"\n") and len(line) == _LONGEST_LINE:
            while (rest := stream.readline(_LONGEST_LINE)) and not rest.endswith(b"\n"):
                pass
        if not line.isspace():
            yield line


def _record(line: bytes) -> dict[str, Any] | None:
    if not line.lstrip().startswith(b"{"):
        return None
    try:
        record = _DECODER.decode(line.decode())
    except (ValueError, RecursionError):
        return None
    is_record = isinstance(record, dict) and isinstance(record.get("event"), str)
    return record if is_record and isinstance(record.get("query_id"), str) else None


def _number(written: str) -> float:
    """A number of a record.

    Raises:
        ValueError: it is none, or without end.
    """
    number = float(written)
    if not math.isfinite(number):
        raise ValueError(written)
    return number


def _whole(written: str) -> int:
    if len(written) > _MOST_DIGITS:
        raise ValueError(written)
    return int(written)


_DECODER = json.JSONDecoder(parse_constant=_number, parse_float=_number, parse_int=_whole)


def _raise(error: OSError) -> None:
    raise error
