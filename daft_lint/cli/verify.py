"""`daft-lint verify`: prove findings on a real Ray cluster."""

from __future__ import annotations

import shlex
from collections.abc import Iterable, Iterator, Mapping, Sequence
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from daft_lint.cli.engine import engine_at_work, not_installed
from daft_lint.cli.inputs import changes_since
from daft_lint.cli.lint_run import LintRun
from daft_lint.cli.option_groups import output_options
from daft_lint.cli.options import SettingsFinder, paths_argument, settings_options
from daft_lint.cli.output_files import require_no_source, require_writable, written
from daft_lint.cli.program import WRITTEN, ProgramCommand, file_of, run_live
from daft_lint.cli.progress import Progress
from daft_lint.cli.reading import Purpose, read_cases
from daft_lint.cli.terminal import print_message, style_for
from daft_lint.documents.document import kind_of
from daft_lint.plan.quantity import Origin, OriginKind, Quantity, exactly
from daft_lint.records import replace
from daft_lint.reporting.phrases import counted
from daft_lint.reporting.verification import FORMATS, VerificationReport, renderer
from daft_lint.reporting.verification.phrases import summary
from daft_lint.settings import SourceFact

if TYPE_CHECKING:
    from daft_lint.findings import Finding
    from daft_lint.plan.pipeline import Pipeline
    from daft_lint.plan.recorded import RecordedPipeline
    from daft_lint.reporting.report import Report
    from daft_lint.verification.options import Options
    from daft_lint.verification.verdict import Verification, Verified


# "local" is what Ray calls it: one may want none of the cluster that RAY_ADDRESS names.
_OWN_CLUSTER = ("", "local")
# The other formats are about findings.
_TELLING_ALL = ("full", "json")


@click.command(
    cls=ProgramCommand,
    name="verify",
    short_help="Prove findings on a real Ray cluster.",
    common=(
        "workers",
        "rows",
        "partitions",
        "changed_since",
        "all_work",
        "target",
        "address",
        "trials",
        "budget",
        "fix",
        "report",
        "output_format",
    ),
    examples=(
        ("daft-lint verify src", "Run what linting flags, on a small cluster."),
        ("daft-lint verify --changed-since origin/main src", "Only what a branch changes."),
        ("daft-lint verify --all-work src", "Also run work without a finding."),
        ("daft-lint verify --report out.html src", "With a web page to look at."),
        ("daft-lint verify --run job.py -- --date 2025-01-31", "Watch your own program."),
    ),
)
@paths_argument
@settings_options
@click.option(
    "--rows", type=click.IntRange(1), metavar="N", help="Rows of sources whose size isn't known."
)
@click.option(
    "--partitions",
    type=click.IntRange(1),
    metavar="N",
    help="Partitions of sources where they aren't known.",
)
@click.option(
    "--trials",
    type=click.IntRange(1),
    metavar="N",
    default=2,
    show_default="2; 1 with --run",
    help="Number of runs of each replay, or of the program. A remedy runs at least 3 times.",
)
@click.option(
    "--timeout",
    type=click.FloatRange(1),
    metavar="SECONDS",
    default=60.0,
    show_default=True,
    help="Time limit of one run in seconds.",
)
@click.option(
    "--budget",
    type=click.FloatRange(1),
    metavar="SECONDS",
    help="Time limit of all runs together in seconds.",
)
@click.option(
    "--min-loss",
    type=click.FloatRange(0, 1),
    metavar="SHARE",
    default=0.1,
    show_default=True,
    help="Share of the time below which a loss doesn't count.",
)
@click.option(
    "--address",
    envvar="RAY_ADDRESS",
    show_envvar=True,
    help="Run on this Ray cluster instead; `local` forces a cluster on this machine.",
)
@click.option(
    "--run",
    "target",
    metavar="TARGET",
    help="Run your own program instead of replays: script.py [-- ARGS], or "
    "package.module:function.",
)
@click.option(
    "--allow-writes", is_flag=True, help="With --run: let the program write its real output."
)
@click.option(
    "--changed-since", metavar="REV", help="Only pipelines in files changed since a git revision."
)
@click.option(
    "--all-work",
    is_flag=True,
    help="Also run work without a finding, and report whether any of it idles.",
)
@click.option(
    "--fail-on",
    type=click.Choice(("confirmed", "inconclusive")),
    default="confirmed",
    show_default=True,
    help="Exit with 1 if a finding is confirmed, or also if one is inconclusive.",
)
@click.option("--fix", is_flag=True, help="Apply the fixes that measurably helped.")
@output_options(FORMATS, "the verdicts", "full")
@click.option(
    "--report",
    type=click.Path(path_type=Path, dir_okay=False),
    help="Write a web page with a timeline for each actor.",
)
@click.option("-q", "--quiet", is_flag=True, help="Show verdicts only: no summary, no progress.")
def command(
    paths: tuple[Path, ...],
    rows: int | None,
    partitions: int | None,
    target: str | None,
    allow_writes: bool,
    changed_since: str | None,
    all_work: bool,
    fail_on: str,
    fix: bool,
    output_format: str,
    output_file: Path | None,
    report: Path | None,
    color: str,
    quiet: bool,
    **options: Any,
) -> None:
    """Run flagged pipelines on a small Ray cluster, and watch which actors work.

    Pipelines on the native runner need no cluster. None of your code runs, unless you use --run:
    UDFs that sleep replace yours. Each finding is confirmed, refuted or inconclusive. Exit codes:
    0 nothing confirmed, 1 something confirmed, 2 something could not run.
    """
    if target is not None and kind_of(target) is not None:
        raise click.UsageError(
            f"--run can't run notebooks: save {target} as a script, or replay it with `daft-lint "
            f"verify {target}`"
        )
    if target is None and allow_writes:
        raise click.UsageError("--allow-writes needs --run")
    if all_work and (target is not None or changed_since is not None):
        raise click.UsageError("--all-work can't be combined with --run or --changed-since")
    if all_work and output_format not in _TELLING_ALL:
        raise click.UsageError(
            f"--all-work writes full or json, not {output_format}: choose one of these"
        )
    running = _options(options)
    require_writable((output_file, report))
    if report is not None and find_spec("jinja2") is None:
        raise not_installed("No module named 'jinja2'")
    read = paths or (Path() if target is None else file_of(target),)
    finder = SettingsFinder.from_options(options, read, _otherwise(rows, partitions))
    require_no_source((output_file, report), read, finder)
    run = LintRun(finder, verbose=False)
    with Progress(wanted=not quiet) as progress:
        run.check(read, progress)
    linted = run.report()
    findings = linted.findings
    if changed_since is not None:
        findings = _touched(findings, changed_since)
    from daft_lint.verification.replay_plans import watchable
    from daft_lint.verification.unflagged import idles, parted

    unread = _unread(findings)
    found, findings = findings, watchable(findings)
    unasked = not (findings or quiet or target or changed_since) and linted.has_open_work
    others = _others(read, finder, findings) if all_work or unasked else ()
    if unasked:
        _print_command(others, running, all_work=all_work)
        others = others if all_work else ()
    others_ran: tuple[Verification, ...] = ()
    running = replace(running, recorded=_recorded((*findings, *others), finder))
    if target is None:
        verified, well = _verified((*findings, *others), running, quiet=quiet), True
        verified, others_ran = parted(verified)
    else:
        machine_reads = output_file is None and output_format != "full"
        verified, well = run_live(
            findings,
            target,
            running,
            allow_writes=allow_writes,
            to_stderr=machine_reads,
            quiet=quiet,
        )
    style = style_for(output_file, color, summary=not quiet)
    reported = VerificationReport(linted, verified, others_ran if all_work else None, unread=unread)
    text = renderer(output_format)(reported, style)
    if not written(text, output_file):
        well = False
        if output_file is not None:
            written(text, None)
    elif output_file is not None and not quiet:
        print_message(f"{summary(reported)}; written to {output_file}")
    if report is not None:
        from daft_lint.reporting.verification.page import page

        well &= written(page(reported), report)
    if fix:
        from daft_lint.cli.verified_fixes import apply_confirmed

        well &= apply_confirmed(verified, run)
    well &= not unread
    if not quiet:
        _print_left_out(found, findings)
        if not reported.verifications:
            _print_on_a_cluster(linted)
    code = _exit_code(linted, verified, fail_on) if well else 2
    if code == 0 and any(idles(verification) for verification in others_ran):
        code = 1
    click.get_current_context().exit(code)


def _options(options: dict[str, Any]) -> Options:
    """Take the options about running out of all options."""
    from daft_lint.verification.options import Options

    names = ("trials", "timeout", "budget", "min_loss", "address")
    taken = {name: options.pop(name) for name in names}
    if taken["address"] in _OWN_CLUSTER:
        taken["address"] = None
    return Options(**taken)


def _recorded(
    findings: Iterable[Finding], finder: SettingsFinder
) -> Mapping[Pipeline, RecordedPipeline]:
    """The recorded facts of the pipelines that findings are about."""
    from daft_lint.judging.run_context import recorded_of

    pipelines = dict.fromkeys(
        finding.pipeline for finding in findings if finding.pipeline is not None
    )
    found = (
        (pipeline, recorded_of(pipeline, finder.for_path(Path(pipeline.plan.source.span.path))))
        for pipeline in pipelines
    )
    return {pipeline: recorded for pipeline, recorded in found if recorded is not None}


def _otherwise(rows: int | None, partitions: int | None) -> SourceFact:
    return SourceFact("**", _given("--rows", rows), _given("--partitions", partitions))


def _given(option: str, number: int | None) -> Quantity | None:
    if number is None:
        return None
    return exactly(number, Origin(OriginKind.CONFIGURATION, option))


def _verified(findings: tuple[Finding, ...], options: Options, *, quiet: bool) -> Verified:
    from daft_lint.cli.verification_progress import VerificationProgress
    from daft_lint.verification.session import verify

    watching = VerificationProgress(wanted=not quiet, total=len(findings))
    with engine_at_work():
        return verify(findings, options, watching)


def _others(
    paths: Sequence[Path], finder: SettingsFinder, findings: tuple[Finding, ...]
) -> tuple[Finding, ...]:
    """The work without a finding. What can't be read was reported with the findings."""
    from daft_lint.verification.unflagged import unflagged

    cases = (case for case, _ in read_cases(paths, finder, [], [], purpose=Purpose.WORK))
    return unflagged(cases, findings)


def _print_command(others: tuple[Finding, ...], options: Options, *, all_work: bool) -> None:
    """The command that runs the work that can't be judged, with numbers to change.

    If no such numbers would make any of it run, the reason.
    """
    from daft_lint.verification.replay_plans import LacksNumbersError, why_not

    reasons = [why_not(finding, options.limits) for finding in others]
    lacking = (each for each in reasons if isinstance(each, LacksNumbersError))
    missing = dict.fromkeys(option for each in lacking for option in each.options)
    if missing:
        added = [*(() if all_work else ("--all-work",)), *" ".join(missing).split()]
        written = click.get_current_context().meta[WRITTEN]
        print_message(
            "numbers are missing: put yours in place of these: "
            + shlex.join(("daft-lint", "verify", *added, *written))
        )
    elif others and not all_work and all(reasons):
        print_message(f"no work can be replayed yet: {others[0].span.exact_place}: {reasons[0]}")


def _unread(findings: tuple[Finding, ...]) -> bool:
    """Report each file that isn't a program; whether there is one."""
    from daft_lint.linting import UNREAD

    unread = [finding for finding in findings if finding.code in UNREAD]
    for finding in unread:
        print_message(f"{finding.span.exact_place}: syntax error: {finding.message}")
    return bool(unread)


def _print_left_out(found: tuple[Finding, ...], watched: tuple[Finding, ...]) -> None:
    """Say how many findings were left out."""
    from daft_lint.linting import UNREAD

    others = sum(finding not in watched and finding.code not in UNREAD for finding in found)
    if others:
        what = "1 finding isn't" if others == 1 else f"{others} findings aren't"
        print_message(f"{what} about idle workers or actors, which is all that verify can test")


def _print_on_a_cluster(linted: Report) -> None:
    """The command that tests what a cluster of the usual size changes, where nothing was tested."""
    change = linted.on_cluster
    if change is None or not (change.natively and change.more):
        return
    written = click.get_current_context().meta[WRITTEN]
    command = shlex.join(("daft-lint", "verify", *change.options.split(), *written))
    more = f"{'is' if change.more == 1 else 'are'} {counted(change.more, 'more problem')}"
    print_message(f"judged for Daft's default, the native runner; on Ray there {more}: {command}")


def _touched(findings: tuple[Finding, ...], revision: str) -> tuple[Finding, ...]:
    """The findings of pipelines that pass a file that differs from a git revision."""
    changed = changes_since(revision)
    return tuple(finding for finding in findings if changed.among([*_files_of(finding)]))


def _files_of(finding: Finding) -> Iterator[Path]:
    spans = () if finding.pipeline is None else finding.pipeline.spans
    yield from {Path(span.path) for span in (*finding.spans, *spans)}


def _exit_code(linted: Report, verified: Verified, fail_on: str) -> int:
    from daft_lint.verification.verdict import Verdict

    if linted.failures:
        return 2
    failing = {Verdict.CONFIRMED, Verdict(fail_on)}
    return int(any(verified.count(verdict) for verdict in failing))
