"""Where something stands in a file."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True, order=True)
class Span:
    """A stretch of one file, from its first character up to the one after its last.

    Lines and columns count from 1; columns count characters, not bytes.
    """

    path: str
    line: int
    column: int
    end_line: int
    end_column: int
