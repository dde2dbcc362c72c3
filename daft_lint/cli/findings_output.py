"""The options that say how a command tells its findings."""

from __future__ import annotations

from pathlib import Path

import click

from daft_lint.cli.option_groups import F, Option, with_options
from daft_lint.cli.terminal import COLOR_CHOICES
from daft_lint.reporting.formats import FORMATS

_OPTIONS: tuple[Option, ...] = (
    click.option(
        "--output-format",
        type=click.Choice(FORMATS),
        default="full",
        show_default=True,
        help="How findings are written.",
    ),
    click.option(
        "--output-file",
        type=click.Path(path_type=Path, dir_okay=False),
        help="Write findings to a file instead of standard output.",
    ),
    click.option(
        "--color", type=click.Choice(COLOR_CHOICES), default="auto", help="Colour output."
    ),
    click.option("--fail-on", metavar="LEVEL", help="error, warning, info, or open work too."),
    click.option("--exit-zero", is_flag=True, help="Exit with 0 even when there are findings."),
    click.option("-q", "--quiet", is_flag=True, help="Only findings: no summary, no progress."),
)


def findings_output_options(command: F) -> F:
    """Give a command the options; it gets them as keyword arguments."""
    return with_options(command, _OPTIONS)
