"""Comments that are meant for daft-lint but can't be read."""

from __future__ import annotations

from dataclasses import dataclass

from daft_lint.plan.span import Span


@dataclass(frozen=True, slots=True)
class InvalidPragma:
    """A pragma that can't be read, and why, in one line that says what to write instead."""

    span: Span
    message: str
