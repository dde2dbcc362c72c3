"""`daft-lint review`: finished runs, judged by the rules that code is judged by."""

from __future__ import annotations

from pathlib import Path

import click

from daft_lint.cli.helping import Command
from daft_lint.cli.logged_runs import Project, code_option, matched, read_runs, tell_unmatched
from daft_lint.cli.terminal import tell, write_output
from daft_lint.registry import RulesError


@click.command(
    name="review",
    cls=Command,
    short_help="Review finished runs using Daft's event logs.",
    examples=(
        ("daft-lint review logs", "All runs whose logs are in a folder."),
        ("daft-lint review logs --output-format json", "The same as JSON, for scripts."),
    ),
)
@click.argument(
    "logs", type=click.Path(path_type=Path, exists=True), nargs=-1, required=True, metavar="LOG..."
)
@code_option
@click.option(
    "--output-format", type=click.Choice(["text", "json"]), default="text", show_default=True
)
@click.option("--output-file", type=click.Path(path_type=Path, dir_okay=False))
@click.option("--exit-zero", is_flag=True, help="Exit with 0 even when runs have problems.")
def command(
    logs: tuple[Path, ...],
    paths: tuple[Path, ...],
    output_format: str,
    output_file: Path | None,
    exit_zero: bool,
) -> None:
    """Review finished runs using their event LOGs: files, or folders with any number of them.

    Each run is judged by the rows and partitions it had, and shown next to what its workers did.
    Exits with 1 if a run has a problem.
    """
    from daft_lint.review.report import as_json, as_text
    from daft_lint.review.runs import problems, reviewed

    project = Project.around(paths, reads_facts=False)
    runs, reading = read_runs(logs)
    found, unmatched = matched(runs, project)
    try:
        done = [reviewed(one, project.settings_of(one.pipeline), project.code_of) for one in found]
    except RulesError as error:
        raise click.UsageError(str(error)) from None
    render = as_json if output_format == "json" else as_text
    write_output(render(done, problems(done), len(unmatched)), output_file)
    tell_unmatched(unmatched, reading)
    for problem in project.problems:
        tell(problem)
    failed = any(one.findings for one in done) and not exit_zero
    nothing = project.problems or not done
    click.get_current_context().exit(2 if nothing else int(failed))
