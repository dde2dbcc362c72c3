"""`daft-lint review`: finished runs, judged by the rules that code is judged by."""

from __future__ import annotations

from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING

import click

from daft_lint.cli.findings_output import fails
from daft_lint.cli.help_text import Command
from daft_lint.cli.lint_run import LintRun
from daft_lint.cli.logged_runs import Project, code_option, matched, print_unmatched, read_runs
from daft_lint.cli.option_groups import output_options
from daft_lint.cli.options import no_extend_rules_option
from daft_lint.cli.output_files import require_no_source, require_writable, written
from daft_lint.cli.terminal import print_message, style_for
from daft_lint.programs.installing import install_command
from daft_lint.records import replace
from daft_lint.registry import RulesError
from daft_lint.reporting.formats import FORMATS

if TYPE_CHECKING:
    from daft_lint.event_log.matching import Match
    from daft_lint.review.runs import ReviewedRun


@click.command(
    name="review",
    cls=Command,
    short_help="Review finished runs using Daft's event logs.",
    examples=(
        ("daft-lint review logs", "All runs whose logs are in a folder."),
        ("daft-lint review logs --report out.html", "Also write a web page."),
        ("daft-lint review logs --output-format json", "All numbers, for programs."),
    ),
)
@click.argument(
    "logs", type=click.Path(path_type=Path, exists=True), nargs=-1, required=True, metavar="LOG..."
)
@code_option
@output_options(FORMATS, "the review", "full", color=False)
@click.option(
    "--report",
    type=click.Path(path_type=Path, dir_okay=False),
    help="Write a web page about the runs and their costliest problems.",
)
@click.option("--exit-zero", is_flag=True, help="Exit with 0 even when runs have problems.")
@no_extend_rules_option
def command(
    logs: tuple[Path, ...],
    paths: tuple[Path, ...],
    output_format: str,
    output_file: Path | None,
    report: Path | None,
    exit_zero: bool,
    no_extend_rules: bool,
) -> None:
    """Review finished runs using their event LOGs: files, or folders with any number of them.

    Each run is judged by the rows and partitions it had, and shown next to what its workers did.
    Exit codes: 0 no problem, 1 a run has a problem that `fail-on` counts, 2 nothing could be
    reviewed.
    """
    from daft_lint.review import renderer
    from daft_lint.review.report import Review
    from daft_lint.review.runs import problems

    require_writable((output_file, report))
    if report is not None and find_spec("jinja2") is None:
        raise click.ClickException(f"--report needs Jinja: {install_command('daft-lint[verify]')}")
    project = Project.around(paths, reads_facts=False, loads_rules=not no_extend_rules)
    require_no_source((output_file, report), project.paths, project.finder)
    runs, reading = read_runs(logs)
    found, unmatched = matched(runs, project)
    try:
        done = [_reviewed(match, project) for match in found]
    except RulesError as error:
        raise click.UsageError(str(error)) from None
    code = LintRun(project.finder, verbose=False).report()
    review = Review(tuple(done), problems(done), tuple(unmatched), code)
    well = written(renderer(output_format)(review, style_for(output_file, "never")), output_file)
    if report is not None:
        from daft_lint.review.page import page

        well &= written(page(review), report)
    print_unmatched(unmatched, reading)
    for problem in project.problems:
        print_message(problem)
    failed = any(
        fails(project.settings_of(run.match.pipeline).fail_on, run.findings) for run in done
    )
    nothing = project.problems or not done or not well
    click.get_current_context().exit(2 if nothing else int(failed and not exit_zero))


def _reviewed(match: Match, project: Project) -> ReviewedRun:
    from daft_lint.judging.suppression import unsilenced
    from daft_lint.review.runs import reviewed

    run = reviewed(match, project.settings_of(match.pipeline), project.code_of)
    rules = ((rule.code, rule.name) for rule in project.finder.rules())
    return replace(run, findings=unsilenced(run.findings, rules))
