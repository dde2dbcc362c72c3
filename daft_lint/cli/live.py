"""`daft-lint live`: lint the plans that a program builds when it runs."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from daft_lint.cli.engine import ending_on_signals
from daft_lint.cli.findings_output import fails, findings_output_options
from daft_lint.cli.lint_run import LintRun
from daft_lint.cli.options import SettingsFinder, settings_options
from daft_lint.cli.output_files import print_summary, require_no_source, require_writable, written
from daft_lint.cli.program import ARGUMENTS, ArgumentsCommand, file_of, print_program_end
from daft_lint.cli.progress import Progress
from daft_lint.cli.terminal import print_message, print_text, style_for
from daft_lint.documents.document import kind_of
from daft_lint.documents.file_status import is_file
from daft_lint.records import replace
from daft_lint.reporting.formats import renderer

if TYPE_CHECKING:
    from daft_lint.live.dry_run.messages import Planned
    from daft_lint.live.dry_run.session import Ran
    from daft_lint.plan.cluster import Cluster
    from daft_lint.plan.quantity import Quantity
    from daft_lint.reporting.report import Report

timeout_option = click.option(
    "--timeout",
    type=click.FloatRange(1),
    metavar="SECONDS",
    default=300.0,
    show_default=True,
    help="Time limit of the program in seconds.",
)


@click.command(
    cls=ArgumentsCommand,
    name="live",
    short_help="Run a program without its data, and lint the plans it builds.",
    options_metavar="[OPTIONS]",
    examples=(
        ("daft-lint live job.py", "Lint the plans of a script."),
        ("daft-lint live job.py -- --date 2025-01-31", "Give it arguments."),
        ("daft-lint live etl.jobs:main", "Call a function of a module."),
    ),
)
@click.argument("target", metavar="TARGET [-- ARGS]")
@settings_options
@click.option(
    "--limit-rows",
    type=click.IntRange(1),
    metavar="N",
    default=100,
    show_default=True,
    help="Rows of each source, for steps where the program looks at rows.",
)
@timeout_option
@findings_output_options
@click.option(
    "-v",
    "--verbose",
    is_flag=True,
    help="Show all details of findings, and list each plan on standard error.",
)
def command(
    target: str,
    limit_rows: int,
    timeout: float,
    output_format: str | None,
    output_file: Path | None,
    color: str,
    exit_zero: bool,
    quiet: bool,
    verbose: bool,
    **options: Any,
) -> None:
    """Run a program without its data, and lint the plans it builds.

    TARGET is script.py or package.module:function. It runs on Daft's native runner, even if it
    chooses Ray. A plan doesn't run if the program ignores its result. If the program looks at the
    rows, the plan runs on a few rows, including its UDFs. What the program writes with Daft
    doesn't reach its destination. Exit codes: 0 no findings, 1 findings, 2 something could not be
    checked or the program failed.
    """
    if kind_of(target) is not None:
        raise click.UsageError(f"live can't run notebooks: save {target} as a script")
    require_writable((output_file,))
    finder = SettingsFinder.from_options(options, (file_of(target),))
    require_no_source((output_file,), (file_of(target),), finder)
    settings = finder.for_path(file_of(target))
    output_format = output_format or settings.output_format
    machine_reads = output_file is None and output_format != "full"
    ran = ran_without_rows(target, settings.cluster, limit_rows, timeout, to_stderr=machine_reads)
    well = print_run_end(ran, timeout)
    if verbose:
        _print_plans(ran.planned)
    run = LintRun(finder, verbose=False)
    files = files_of(target, ran.planned)
    with Progress(wanted=not quiet) as progress:
        run.check(files, progress)
    report = _merged(run, files, ran.planned)
    style = style_for(output_file, color, summary=not quiet, verbose=verbose)
    well &= written(renderer(output_format)(report, style), output_file)
    if output_file is not None and not quiet:
        print_summary(report, output_file)
    found = fails(settings.fail_on, report.findings, report.judgements) and not exit_zero
    click.get_current_context().exit(int(found) if well and not report.failures else 2)


def ran_without_rows(
    target: str, cluster: Cluster, limit_rows: int, timeout: float, *, to_stderr: bool
) -> Ran:
    """Run the program; with `to_stderr` its output leaves standard output to a machine.

    Raises:
        click.UsageError: it can't be run.
    """
    from daft_lint.live.dry_run.session import Running, run_program
    from daft_lint.programs.target import ProgramError

    arguments = click.get_current_context().meta.get(ARGUMENTS, ())
    running = Running(limit_rows, timeout, _resources(cluster), stdout=2 if to_stderr else 1)
    try:
        with ending_on_signals():
            return run_program(target, arguments, running)
    except ProgramError as error:
        raise click.UsageError(str(error)) from None


def _resources(cluster: Cluster) -> dict[str, float] | None:
    """The cluster's resources as Ray would give them; None where the settings don't."""
    workers, cpus = _number(cluster.workers), _number(cluster.cpus_per_worker)
    if workers is None or cpus is None:
        return None
    gpus = _number(cluster.gpus_per_worker) or 0
    found = {"CPU": float(workers * cpus)}
    return {**found, "GPU": float(workers * gpus)} if gpus else found


def _number(quantity: Quantity | None) -> int | None:
    return quantity.count if quantity is not None and quantity.known else None


def print_run_end(ran: Ran, timeout: float) -> bool:
    """Report what was kept from the program; whether it ended without an error."""
    well = print_program_end(ran.notes, ran.exit_code, timeout)
    if not ran.planned:
        print_message("the program made Daft run no plan")
    return well


def _print_plans(planned: tuple[Planned, ...]) -> None:
    for planned_query in planned:
        how = "ran on few rows" if planned_query.ran else "did not run"
        print_text(
            f"{planned_query.place.path}:{planned_query.place.line}: {planned_query.action}: {how}",
            err=True,
        )


def files_of(target: str, planned: tuple[Planned, ...]) -> tuple[Path, ...]:
    """The files that the plans come from, each once, the target's first."""
    first = file_of(target)
    found = {first.resolve(): first} if is_file(first) else {}
    for name in _named(planned):
        path = Path(name)
        if path.suffix == ".py" and is_file(path):
            found.setdefault(path.resolve(), path)
    return tuple(found.values())


def _named(planned: tuple[Planned, ...]) -> Iterator[str]:
    for planned_query in planned:
        yield planned_query.place.path
        if planned_query.plan.made is not None:
            yield from (made.file for made in planned_query.plan.made.each())


def _merged(run: LintRun, files: Iterable[Path], planned: tuple[Planned, ...]) -> Report:
    """The findings of code analysis and of the plans that the program built, as one report."""
    from daft_lint.cli.reading import read_cases
    from daft_lint.live.merge import merged

    report = run.report()
    files = tuple(files)
    # Linting has reported what can't be read.
    cases = [case for case, _ in read_cases(files, run.finder, [], [])]
    done = merged(
        report.findings,
        report.judgements,
        cases,
        planned,
        run.finder.for_path(files[0] if files else Path()),
        report.source_line,
    )
    for note in done.notes:
        print_message(note)
    return replace(report, findings=done.findings, judgements=done.judgements)
