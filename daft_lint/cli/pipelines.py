"""`daft-lint pipelines`: show pipelines as read, and predictions for them."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import click

from daft_lint.cli.help_text import Command
from daft_lint.cli.option_groups import output_options
from daft_lint.cli.options import SettingsFinder, paths_argument, settings_options
from daft_lint.cli.output_files import require_no_source
from daft_lint.cli.reading import read_cases
from daft_lint.cli.terminal import print_message, style_for, write_output
from daft_lint.plan.bound import Bound
from daft_lint.reporting.phrases import unfinished as unfinished_notes
from daft_lint.reporting.pipelines import FORMATS, renderer


@click.command(
    name="pipelines",
    cls=Command,
    short_help="Show the pipelines daft-lint found.",
    examples=(
        ("daft-lint pipelines src", "As text, with the origin of each number."),
        ("daft-lint pipelines --output-format json src", "For programs."),
    ),
)
@paths_argument
@settings_options
@output_options(FORMATS, "the pipelines", "text")
def command(
    paths: tuple[Path, ...],
    output_format: str,
    output_file: Path | None,
    color: str,
    **options: Any,
) -> None:
    """Show the pipelines found in PATHS, and the predictions for them."""
    finder = SettingsFinder.from_options(options, paths)
    problems: list[str] = []
    unfinished: list[Bound] = []
    paths = paths or (Path(),)
    require_no_source((output_file,), paths, finder)
    read = read_cases(paths, finder, problems, unfinished)
    cases = [case for case, _ in read]
    # With unread files, no text says that nothing was found.
    if cases or not problems or output_format != "text" or output_file is not None:
        write_output(renderer(output_format)(cases, style_for(output_file, color)), output_file)
    for line in (*unfinished_notes(unfinished), *problems):
        print_message(line)
    click.get_current_context().exit(2 if problems else 0)
