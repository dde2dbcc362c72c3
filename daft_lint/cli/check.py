"""`daft-lint check`: lint files and folders."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import click

from daft_lint.cli.adoption import Adoption, CommandWithNoqa, adoption_options
from daft_lint.cli.lint_run import LintRun
from daft_lint.cli.options import SettingsFinder, paths_argument, settings_options
from daft_lint.cli.progress import Progress
from daft_lint.cli.terminal import COLOR_CHOICES, style_for, write_output
from daft_lint.reporting.formats import FORMATS, renderer
from daft_lint.reporting.report import Report

# Formats for people, which tell what was fixed themselves.
_TELLING = ("full", "concise")


@click.command(name="check", cls=CommandWithNoqa, short_help="Lint Python files and folders.")
@paths_argument
@settings_options
@adoption_options
@click.option("--fix", is_flag=True, help="Make the fixes that are safe, and report what is left.")
@click.option(
    "--unsafe-fixes",
    is_flag=True,
    help="With --fix or --diff: also fixes that keep the rows but may change order, batch "
    "boundaries or resources.",
)
@click.option("--diff", is_flag=True, help="Show what --fix would change, and change nothing.")
@click.option("--show-fixes", is_flag=True, help="With --fix or --diff: list what is fixed.")
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
    fix: bool,
    unsafe_fixes: bool,
    diff: bool,
    show_fixes: bool,
    write_baseline: Path | None,
    add_noqa: str | None,
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
    if show_fixes and not (fix or diff):
        raise click.UsageError("--show-fixes is for --fix or --diff")
    if diff and statistics:
        raise click.UsageError("--diff shows changes and --statistics findings; give one of them")
    if (fix or diff) and Path("-") in paths:
        raise click.UsageError("--fix and --diff need files; standard input can't be fixed")
    adoption = Adoption(write_baseline, add_noqa, quiet)
    adoption.check(paths, fixes=fix or diff, named_baseline=options["baseline"] is not None)
    finder = SettingsFinder.from_options(options)
    paths = paths or (Path(),)
    if show_settings:
        from daft_lint.settings import describe

        click.echo(describe(finder.for_path(paths[0])), nl=False)
        return
    run = LintRun(finder, verbose=verbose)
    adoption.prepare(run, paths)
    with Progress(wanted=not quiet and not verbose) as progress:
        run.check(paths, progress)
    if diff:
        from daft_lint.cli.fixes import Fixes

        fixes = Fixes(run, unsafe=unsafe_fixes)
        fixes.tell(each=show_fixes, quiet=quiet)
        write_output(fixes.diff, output_file)
        changes = bool(fixes.diff) and not exit_zero
        click.get_current_context().exit(2 if run.failures else int(changes))
    if fix:
        from daft_lint.cli.fixes import Fixes

        Fixes(run, unsafe=unsafe_fixes).write()
    adoption.done(run)
    report = run.report()
    if statistics:
        text = _statistics(report, output_format, unsafe=unsafe_fixes)
    else:
        style = style_for(output_file, color, summary=not quiet, fixes=show_fixes)
        text = renderer(output_format)(report, style)
    write_output(text, output_file)
    if show_fixes and (statistics or output_format not in _TELLING):
        _tell_fixes(report)
    click.get_current_context().exit(_exit_code(report, exit_zero=exit_zero))


def _statistics(report: Report, output_format: str, *, unsafe: bool) -> str:
    from daft_lint.findings import Safety
    from daft_lint.reporting.statistics import as_json, as_text, rule_counts

    for failure in report.failures:
        click.echo(f"daft-lint: {failure.path}: {failure.message}", err=True)
    allowed = frozenset({Safety.SAFE, Safety.UNSAFE} if unsafe else {Safety.SAFE})
    counts = rule_counts(report, allowed)
    return as_json(counts) if output_format == "json" else as_text(counts)


def _tell_fixes(report: Report) -> None:
    """Tell on standard error what was fixed, where a machine reads the output."""
    from daft_lint.reporting.fixes import fixes_told

    for line in fixes_told(report.fixed, unicode=False):
        click.echo(line, err=True)


def _exit_code(report: Report, *, exit_zero: bool) -> int:
    if report.failures:
        return 2
    return 1 if report.findings and not exit_zero else 0
