"""`daft-lint pipelines`: show what was read, and what is predicted of it."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from daft_lint.cli.options import SettingsFinder, paths_argument, settings_options
from daft_lint.cli.terminal import COLOR_CHOICES, style_for, write_output
from daft_lint.documents.discovery import find_files
from daft_lint.documents.document import (
    UnreadableDocumentError,
    mentions_daft,
    read_document,
    shown_path,
)
from daft_lint.reporting.pipelines import FORMATS, renderer

if TYPE_CHECKING:
    from daft_lint.rule import Case
    from daft_lint.settings import Settings


@click.command(name="pipelines", short_help="Show the pipelines that are read.")
@paths_argument
@settings_options
@click.option("--output-format", type=click.Choice(FORMATS), default="text", show_default=True)
@click.option("--output-file", type=click.Path(path_type=Path, dir_okay=False))
@click.option("--color", type=click.Choice(COLOR_CHOICES), default="auto", help="Colour output.")
def command(
    paths: tuple[Path, ...],
    output_format: str,
    output_file: Path | None,
    color: str,
    **options: Any,
) -> None:
    """Show the pipelines that are read from PATHS, and what is predicted of them."""
    finder = SettingsFinder.from_options(options)
    cases: list[Case] = []
    problems: list[str] = []
    for path in paths or (Path(),):
        settings = finder.for_path(path)
        found = find_files([path], exclude=settings.exclude, root=settings.root)
        problems += [f"{one.path}: {one.message}" for one in found.problems]
        for file in found.files:
            cases += _cases(file, finder.for_path(file), problems)
    write_output(renderer(output_format)(cases, style_for(output_file, color)), output_file)
    for problem in problems:
        click.echo(f"daft-lint: {problem}", err=True)
    click.get_current_context().exit(2 if problems else 0)


def _cases(file: Path, settings: Settings, problems: list[str]) -> tuple[Case, ...]:
    """The pipelines of one file; why it can't be read goes to `problems`."""
    from daft_lint.documents.pragmas import read_pragmas
    from daft_lint.linting import cases_of
    from daft_lint.reading.syntax import SourceSyntaxError

    try:
        document = read_document(file, shown_path(file))
        if not mentions_daft(document.text.encode()):
            return ()
        return cases_of(document, read_pragmas(document.text, document.path, ()).hints, settings)
    except UnreadableDocumentError as error:
        problems.append(str(error))
    except SourceSyntaxError as error:
        problems.append(f"{document.path}:{error.line}:{error.column}: {error.message}")
    return ()
