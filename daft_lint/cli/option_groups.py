"""Options that belong together, given to a command at once."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any, TypeVar

import click

from daft_lint.cli.terminal import COLOR_CHOICES

F = TypeVar("F", bound=Callable[..., Any])
Option = Callable[[Any], Any]
"""What `click.option` gives."""


def together(*options: Option) -> Callable[[F], F]:
    """What gives a command several options, in the order of its help."""

    def given(command: F) -> F:
        for option in reversed(options):
            command = option(command)
        return command

    return given


def output_options(
    formats: Sequence[str], what: str, default: str | None, *, color: bool = True
) -> Callable[[F], F]:
    """Give a command the options of what it writes; settings give a format without a `default`."""
    kinds: dict[str, Any] = {} if default is None else {"default": default, "show_default": True}
    options = [
        click.option(
            "--output-format",
            type=click.Choice(formats),
            help="Output format. Default: full."
            if default is None
            else f"Output format of {what}.",
            **kinds,
        ),
        click.option(
            "--output-file",
            type=click.Path(path_type=Path, dir_okay=False),
            help=f"Write {what} to this file instead of standard output.",
        ),
        click.option(
            "--color", type=click.Choice(COLOR_CHOICES), default="auto", help="When to use colour."
        ),
    ]
    return together(*(options if color else options[:-1]))


class Configuration(click.Path):
    """A file of settings that is there, or TOML such as `runner = "ray"`, which stays a text.

    click alone would report a file that can't be accessed as missing.
    """

    def __init__(self) -> None:
        super().__init__(path_type=Path, exists=True, dir_okay=False)

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        """The path, or the text."""
        try:
            Path(value).stat()
        except PermissionError as error:
            self.fail(f"{value!s} can't be read: {error.strerror}", param, ctx)
        except (OSError, ValueError):
            if "=" in str(value):
                return _checked(str(value))
        return super().convert(value, param, ctx)


def config_option(command: F) -> F:
    """Give a command `--config`; it gets paths and texts as one tuple."""
    return click.option(
        "--config",
        type=Configuration(),
        metavar="CONFIG",
        multiple=True,
        help="Use this settings file instead of the nearest one, or set one option: 'KEY = "
        "VALUE' in TOML. Repeatable.",
    )(command)


def isolated_option(command: F) -> F:
    """Give a command `--isolated`."""
    text = "Ignore all settings files and lock files."
    return click.option("--isolated", is_flag=True, help=text)(command)


def _checked(text: str) -> str:
    from daft_lint.settings import SettingsError, inline_table

    try:
        inline_table(text)
    except SettingsError as error:
        raise click.UsageError(str(error)) from None
    return text
