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

    @property
    def start(self) -> tuple[int, int]:
        """Line and column of its first character."""
        return self.line, self.column

    @property
    def end(self) -> tuple[int, int]:
        """Line and column behind its last character."""
        return self.end_line, self.end_column

    def holds(self, other: Span) -> bool:
        """Whether all of another span is part of this one."""
        return self.path == other.path and self.start <= other.start and other.end <= self.end
