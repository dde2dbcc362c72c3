"""`daft-lint check`: lint files and folders."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import click

from daft_lint.cli.lint_run import LintRun
from daft_lint.cli.options import SettingsFinder, paths_argument, settings_options
from daft_lint.cli.progress import Progress
from daft_lint.cli.terminal import COLOR_CHOICES, style_for, write_output
from daft_lint.reporting.formats import FORMATS, renderer
from daft_lint.reporting.report import Report


@click.command(name="check", short_help="Lint Python files and folders.")
@paths_argument
@settings_options
@click.option(
    "--output-format",
    type=click.Choice(FORMATS),
    default="full",
    show_default=True,
    help="How findings are written.",
)
@click.option(
    "--output-file",
    type=click.Path(path_type=Path, dir_okay=False),
    help="Write findings to a file instead of standard output.",
)
@click.option("--statistics", is_flag=True, help="Count the findings of each rule instead.")
@click.option("--color", type=click.Choice(COLOR_CHOICES), default="auto", help="Colour output.")
@click.option("--exit-zero", is_flag=True, help="Exit with 0 even when there are findings.")
@click.option("--show-settings", is_flag=True, help="Show the settings in force, and stop.")
@click.option("-q", "--quiet", is_flag=True, help="Only findings: no summary, no progress.")
@click.option("-v", "--verbose", is_flag=True, help="Tell on standard error what is done.")
def command(
    paths: tuple[Path, ...],
    output_format: str,
    output_file: Path | None,
    statistics: bool,
    color: str,
    exit_zero: bool,
    show_settings: bool,
    quiet: bool,
    verbose: bool,
    **options: Any,
) -> None:
    """Lint Python files and folders; no PATHS means the current folder."""
    finder = SettingsFinder.from_options(options)
    paths = paths or (Path(),)
    if show_settings:
        from daft_lint.settings import describe

        click.echo(describe(finder.for_path(paths[0])), nl=False)
        return
    run = LintRun(finder, verbose=verbose)
    with Progress(wanted=not quiet and not verbose) as progress:
        run.check(paths, progress)
    report = run.report()
    if statistics:
        text = _statistics(report, output_format)
    else:
        style = style_for(output_file, color, summary=not quiet)
        text = renderer(output_format)(report, style)
    write_output(text, output_file)
    click.get_current_context().exit(_exit_code(report, exit_zero=exit_zero))


def _statistics(report: Report, output_format: str) -> str:
    from daft_lint.reporting.statistics import as_json, as_text, rule_counts

    counts = rule_counts(report)
    return as_json(counts) if output_format == "json" else as_text(counts)


def _exit_code(report: Report, *, exit_zero: bool) -> int:
    if report.failures:
        return 2
    return 1 if report.findings and not exit_zero else 0
