"""Where a value was given, and the error that says so."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from daft_lint.plan.quantity import Origin, OriginKind
from daft_lint.plan.span import Span
from daft_lint.settings.writing import printable


class SettingsError(Exception):
    """Settings that cannot be used. Its text is one line for a person."""


@dataclass(frozen=True, slots=True)
class Place:
    """Where a value was given.

    `name` is what errors call it: a dotted key, or an option. `text` is what findings call it.
    `file` and `span` are None on the command line; `span` also where the line wasn't found.
    """

    name: str
    text: str
    file: Path | None = None
    span: Span | None = None

    @property
    def origin(self) -> Origin:
        """The place as the origin of a number."""
        return Origin(OriginKind.CONFIGURATION, self.text, self.span)

    def error(self, problem: str) -> SettingsError:
        """The error that says what is wrong here."""
        parts = [self.name, problem]
        if self.file:
            line = f":{self.span.line}" if self.span else ""
            parts.insert(0, f"{self.file}{line}")
        return SettingsError(printable(": ".join(parts)))


def option_place(option: str) -> Place:
    """The place of a command-line option such as `--workers`."""
    return Place(name=option, text=f"`{option}`")
