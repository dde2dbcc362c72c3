"""The place of a value in the settings, the error that names it, and paths as people write them."""

from __future__ import annotations

import os
from pathlib import Path

from daft_lint.plan.quantity import Origin, OriginKind
from daft_lint.plan.span import Span
from daft_lint.records import dataclass
from daft_lint.settings.toml_values import printable


def normal_path(path: Path) -> Path:
    """The absolute path without `..`; links stay, since patterns mean the names people see."""
    return Path(os.path.normpath(path.absolute()))


def below(path: Path, root: Path) -> str | None:
    """The path relative to a folder, with `/`; None if it isn't in there."""
    try:
        return normal_path(path).relative_to(normal_path(root)).as_posix()
    except ValueError:
        return None


class SettingsError(Exception):
    """Settings that cannot be used. Its text is one line for a person.

    It begins with the `file` that is wrong and the `position` in it, `3` or `3:14`, as far as there
    are any; the rest is the `problem`.
    """

    def __init__(self, problem: str, file: Path | None = None, position: str = "") -> None:
        self.problem, self.file, self.position = printable(problem), file, position
        place = "" if file is None else f"{file}{position and f':{position}'}: "
        super().__init__(printable(f"{place}{problem}"))


@dataclass(frozen=True, slots=True)
class Place:
    """Where a value was given.

    `name` is what errors call it: a dotted key, an option, or nothing where a file is meant. `text`
    is what findings call it. `file` and `span` are None on the command line; `span` also where the
    line wasn't found.
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
        line = str(self.span.line) if self.span else ""
        name = f"{self.name}: " if self.name else ""
        return SettingsError(f"{name}{problem}", self.file, line)


def option_place(option: str) -> Place:
    """The place of a command-line option such as `--workers`."""
    return Place(name=option, text=f"`{option}`")
