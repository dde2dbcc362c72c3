"""`daft-lint check`: lint files and folders."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

import click

from daft_lint.cli.adoption import Adoption, CommandWithNoqa, adoption_options
from daft_lint.cli.findings_output import findings_output_options
from daft_lint.cli.inputs import Inputs, input_options
from daft_lint.cli.lint_run import LintRun
from daft_lint.cli.metadata import Metadata, metadata_options
from daft_lint.cli.options import SettingsFinder, paths_or_input_argument, settings_options
from daft_lint.cli.output_files import print_summary, require_no_source
from daft_lint.cli.progress import Progress
from daft_lint.cli.selection import unselected_warning
from daft_lint.cli.speed import prepare, speed_options
from daft_lint.cli.terminal import print_message, print_text, style_for, write_output
from daft_lint.records import replace
from daft_lint.reporting.formats import renderer
from daft_lint.reporting.report import Report
from daft_lint.settings import unknown_version_warning

# Formats for people.
_TELLING = ("full", "concise")


@click.command(
    name="check",
    cls=CommandWithNoqa,
    common=(
        "changed_since",
        "select",
        "ignore",
        "runner",
        "workers",
        "fix",
        "unsafe_fixes",
        "diff",
        "baseline",
        "output_format",
        "output_file",
        "fail_on",
        "verbose",
    ),
    short_help="Lint Python files and folders.",
    examples=(
        ("daft-lint src", "Lint a folder."),
        ("daft-lint --workers 8 --gpus-per-worker 1 src", "For this cluster."),
        ("daft-lint --changed-since origin/main", "Only files that a branch changes."),
        ("daft-lint --diff src", "Show what --fix would change."),
        ("daft-lint --select DFT101,DFT3 -v src", "Only these rules, with all details."),
        ("daft-lint --output-format github src", "Annotations in GitHub Actions."),
        ("daft-lint - --stdin-filename job.py", "Standard input, as from an editor."),
    ),
)
@paths_or_input_argument
@input_options
@speed_options
@metadata_options
@settings_options
@adoption_options
@click.option("--fix", is_flag=True, help="Apply safe fixes, and report the rest.")
@click.option(
    "--unsafe-fixes",
    is_flag=True,
    help="With --fix or --diff: also apply fixes that keep the rows but may change their order, "
    "batch boundaries or resources. Without them: count these fixes as fixable.",
)
@click.option("--diff", is_flag=True, help="Show what --fix would change, without changing it.")
@findings_output_options
@click.option(
    "--cost",
    is_flag=True,
    help="With --changed-since: show how the change affects run time and cost, where facts are "
    "known.",
)
@click.option("--show-settings", is_flag=True, help="Show the current settings, and exit.")
@click.option(
    "-v",
    "--verbose",
    is_flag=True,
    help="Show all details of findings and open work, and log progress to standard error.",
)
def command(
    paths: tuple[Path, ...],
    stdin_filename: str | None,
    changed_since: str | None,
    no_cache: bool,
    jobs: int | None,
    read_metadata: bool,
    fix: bool,
    unsafe_fixes: bool,
    diff: bool,
    write_baseline: Path | None,
    no_baseline: bool,
    add_noqa: str | None,
    output_format: str | None,
    output_file: Path | None,
    cost: bool,
    color: str,
    exit_zero: bool,
    show_settings: bool,
    quiet: bool,
    verbose: bool,
    **options: Any,
) -> None:
    """Lint Python files and folders. No PATHS means the current folder, - means standard input."""
    if diff and output_format not in (None, *_TELLING):
        raise click.UsageError(f"--diff can't write {output_format}; use --output-format full")
    if cost and changed_since is None:
        raise click.UsageError("--cost needs --changed-since")
    adoption = Adoption(write_baseline, add_noqa, quiet, no_baseline)
    adoption.check(paths, fixes=fix or diff, named_baseline=options["baseline"] is not None)
    inputs = Inputs.of(paths, stdin_filename, changed_since)
    metadata = Metadata.asked_for(read=read_metadata)
    finder = SettingsFinder.from_options({**options}, inputs.paths)
    if show_settings:
        from daft_lint.settings import describe

        inputs.require()
        print_text(describe(finder.for_path(inputs.paths[0])))
        return

    if output_format is None and not diff:
        output_format = finder.usable_or_raise(inputs.paths)[0][1].output_format
    form = output_format or "full"

    # A fixed standard input replaces the findings on standard output.
    err = fix and inputs.data is not None

    run = LintRun(finder, verbose=verbose)
    require_no_source((output_file,), inputs.paths, finder)
    adoption.prepare(run, inputs.paths)
    prepare(run, no_cache=no_cache, jobs=jobs)
    if metadata is not None:
        metadata.prepare(run, quiet=quiet)
    with Progress(wanted=not quiet and not verbose) as progress:
        inputs.check(run, progress)
    if diff:
        from daft_lint.cli.fixes import Fixes

        fixes = Fixes(run, unsafe=unsafe_fixes)
        fixes.leave_out_refused(inputs.data)
        fixes.report(quiet=quiet)
        is_read = output_file is None and sys.stdout.isatty()
        write_output(fixes.readable_diff if is_read else fixes.diff, output_file)
        changes = bool(fixes.diff) and not exit_zero
        click.get_current_context().exit(2 if run.failures else int(changes))
    if fix:
        from daft_lint.cli.fixes import Fixes

        fixes = Fixes(run, unsafe=unsafe_fixes)
        if inputs.data is None:
            fixes.write()
        else:
            write_output(fixes.into(inputs.data), None)
    adoption.done(run)
    report = replace(run.report(), unsafe=unsafe_fixes)
    style = style_for(output_file, color, summary=not quiet, verbose=verbose, err=err)
    text = renderer(form)(report, style)
    write_output(text, output_file, err=err)
    if output_file is not None and not quiet:
        print_summary(report, output_file)
    for line in () if quiet else _warnings(run):
        print_message(line)
    if cost and changed_since is not None:
        from daft_lint.cli.change_cost import cost_of_change

        for line in cost_of_change(inputs.paths, run.finder, changed_since):
            print_message(line)
    click.get_current_context().exit(_exit_code(run, report, exit_zero=exit_zero))


def _warnings(run: LintRun) -> list[str]:
    """Settings that may keep problems from being found, but may be right."""
    unselected = unselected_warning(run.finder)
    warnings = [] if unselected is None else [unselected]
    if any(settings.udf_wrappers or settings.sources for settings in run.finder.loaded):
        from daft_lint.cli.lost_settings import lost_sources, lost_wrappers

        warnings += [*lost_wrappers(run), *lost_sources(run)]
    if run.whole and not any(run.judgements.values()):
        from daft_lint.cli.lost_work import lost_work

        warnings += lost_work(run)
    return [*warnings, *filter(None, map(unknown_version_warning, run.finder.loaded))]


def _exit_code(run: LintRun, report: Report, *, exit_zero: bool) -> int:
    if report.failures:
        return 2
    return 1 if run.fails and not exit_zero else 0
