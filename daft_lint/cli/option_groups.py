"""Options that belong together, given to a command at once."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any, TypeVar

import click

F = TypeVar("F", bound=Callable[..., Any])
Option = Callable[[Any], Any]
"""What `click.option` gives."""


def with_options(command: F, options: Sequence[Option]) -> F:
    """A command with options, which help tells in that order."""
    for option in reversed(options):
        command = option(command)
    return command


class SettingsFile(click.Path):
    """A file that is there; click takes one for missing that only nobody may see."""

    def __init__(self) -> None:
        super().__init__(path_type=Path, exists=True, dir_okay=False)

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        """The path."""
        try:
            Path(value).stat()
        except PermissionError as error:
            self.fail(f"{value!s} can't be read: {error.strerror}", param, ctx)
        except (OSError, ValueError):
            pass
        return super().convert(value, param, ctx)
