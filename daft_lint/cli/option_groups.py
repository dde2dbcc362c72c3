"""Options that belong together, given to a command at once."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, TypeVar

F = TypeVar("F", bound=Callable[..., Any])
Option = Callable[[Any], Any]
"""What `click.option` gives."""


def with_options(command: F, options: Sequence[Option]) -> F:
    """A command with options, which help tells in that order."""
    for option in reversed(options):
        command = option(command)
    return command
