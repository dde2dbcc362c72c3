"""`daft-lint facts`: what runs showed, kept beside the code."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime, timezone
from pathlib import Path
from typing import TYPE_CHECKING

import click

from daft_lint.cli.help_text import Group
from daft_lint.cli.live import print_run_end, ran_without_rows, timeout_option
from daft_lint.cli.logged_runs import Project, code_option, matched, print_unmatched, read_runs
from daft_lint.cli.output_files import require_writable
from daft_lint.cli.program import ArgumentsCommand, file_of
from daft_lint.cli.terminal import print_message, print_text, write_output
from daft_lint.documents.document import UnreadableDocumentError, read_document, shown_path
from daft_lint.facts import Facts, facts_text
from daft_lint.facts.summary import lines, source_line
from daft_lint.plan.recorded import RecordedPipeline, RecordedSource
from daft_lint.records import replace
from daft_lint.reporting.phrases import counted

if TYPE_CHECKING:
    from daft_lint.settings import SourceMetadata

_FEW_ROWS = 100


@click.group(
    name="facts",
    cls=Group,
    invoke_without_command=True,
    short_help="Save facts from runs, such as row counts, next to the code.",
    examples=(
        ("daft-lint facts from-log logs", "Read the event logs in a folder."),
        ("daft-lint facts from-metadata src", "Ask Daft for partitions and rows."),
        ("daft-lint facts from-live job.py", "Read partitions from a program's plans."),
    ),
)
@click.pass_context
def command(ctx: click.Context) -> None:
    """Save facts from runs in daft-lint-facts.toml at the project's root.

    `check`, `pipelines` and `plan` then know row counts, what filters keep and the time per row,
    on every machine. Commit the file: it holds only numbers, no data.
    """
    if ctx.invoked_subcommand is None:
        names = ", ".join(sorted(command.commands))
        raise click.UsageError(f"facts needs a command: {names}; see daft-lint facts --help")


@command.command(name="from-log", short_help="Read facts from Daft's event logs.")
@click.argument(
    "logs", type=click.Path(path_type=Path, exists=True), nargs=-1, required=True, metavar="LOG..."
)
@code_option
def from_log(logs: tuple[Path, ...], paths: tuple[Path, ...]) -> None:
    """Read facts from event LOGs: files, or folders with the logs of any number of runs.

    Give all runs that should count: they replace the earlier facts of their pipelines. A run
    belongs to the pipeline with the same steps; a run that matches none or several is listed and
    skipped.
    """
    from daft_lint.event_log.facts import recorded

    project = Project.around(paths)
    require_writable((project.facts_file,))
    kept = project.facts()
    runs, reading = read_runs(logs)
    found, unmatched = matched(runs, project)
    new = project.redacted(Facts(pipelines=recorded(found, project.code_of))).pipelines
    _keep_pipelines(kept, new, project)
    print_unmatched(unmatched, reading)
    _end(project, 0 if new else 2)


def _keep_pipelines(kept: Facts, new: Sequence[RecordedPipeline], project: Project) -> None:
    """Show the new facts of pipelines, and write them in the place of earlier ones."""
    for pipeline in new:
        for line in lines(pipeline):
            print_text(line)
    if new:
        replaced = {pipeline.key for pipeline in new}
        others = (pipeline for pipeline in kept.pipelines if pipeline.key not in replaced)
        _write(replace(kept, pipelines=(*others, *new)), project)
        print_message(f"wrote {counted(len(new), 'pipeline')} to {shown_path(project.facts_file)}")


@command.command(name="from-metadata", short_help="Ask Daft for partitions and rows of sources.")
@click.argument(
    "paths", type=click.Path(path_type=Path, exists=True), nargs=-1, metavar="[PATH]..."
)
@click.option(
    "--metadata-timeout",
    "seconds",
    type=click.FloatRange(min=0, min_open=True),
    default=60,
    show_default=True,
    metavar="SECONDS",
    help="Time limit for all sources together.",
)
def from_metadata(paths: tuple[Path, ...], seconds: float) -> None:
    """Ask Daft how many partitions and rows the sources below PATHs have. No data is read.

    Without PATHs, the current folder counts.

    Needs Daft, and the same access to the files as the pipelines.
    """
    from daft_lint.cli.lint_run import LintRun
    from daft_lint.cli.metadata import Metadata

    project = Project.around(paths)
    require_writable((project.facts_file,))
    kept = project.facts()
    metadata = Metadata.asked_for(read=True, seconds=seconds)
    if metadata is None:
        return
    run = LintRun(project.finder, verbose=True)
    found = metadata.facts(run, project.files, quiet=False).get(project.root, ())
    new = project.redacted(Facts(sources=tuple(map(_source, found)))).sources
    for source in new:
        print_text(source_line(source))
    if new:
        replaced = {source.redacted.location for source in new}
        others = (source for source in kept.sources if source.redacted.location not in replaced)
        _write(replace(kept, sources=(*others, *new)), project)
        print_message(f"wrote {counted(len(new), 'source')} to {shown_path(project.facts_file)}")
    else:
        print_message("no source whose metadata Daft can read")
    _end(project, 0)


@command.command(
    name="from-live",
    cls=ArgumentsCommand,
    short_help="Run a program without its data, and read partitions from its plans.",
    options_metavar="[OPTIONS]",
)
@click.argument("target", metavar="TARGET [-- ARGS]")
@code_option
@timeout_option
def from_live(target: str, paths: tuple[Path, ...], timeout: float) -> None:
    """Run a program as `daft-lint live` does, and save what its plans show about sources.

    TARGET is script.py or package.module:function. Needs Daft. Facts from logs are kept.
    """
    from daft_lint.live.facts import recorded
    from daft_lint.live.merge import live_pipelines

    project = Project.around(paths, reads_facts=False)
    require_writable((project.facts_file,))
    kept = project.facts()
    cluster = project.finder.for_path(file_of(target)).cluster
    ran = ran_without_rows(target, cluster, _FEW_ROWS, timeout, to_stderr=True)
    well = print_run_end(ran, timeout)
    pipelines = [case.pipeline for case, _ in project.cases]
    built, notes = live_pipelines(ran.planned, pipelines, _source_line)
    for note in notes:
        print_message(note)
    new = recorded((pipeline for pipeline, _ in built), pipelines, project.code_of)
    known = {pipeline.key: pipeline for pipeline in kept.pipelines}
    new = tuple(_completed(known.get(pipeline.key), pipeline) for pipeline in new)
    new = project.redacted(Facts(pipelines=new)).pipelines
    _keep_pipelines(kept, new, project)
    if not new:
        print_message("its plans say nothing about partitions or rows of a source in the code")
    _end(project, 0 if well and new else 2)


def _completed(known: RecordedPipeline | None, new: RecordedPipeline) -> RecordedPipeline:
    """The facts of runs, with those of a plan about the source where runs have none.

    A plan's facts replace those of an earlier plan.
    """
    if known is None or known.how == new.how:
        return new
    again = new.how in known.how
    first, second = (new, known) if again else (known, new)
    completed = replace(
        known, rows=first.rows or second.rows, partitions=first.partitions or second.partitions
    )
    if again or completed == known:
        return completed
    return replace(completed, how=f"{known.how}, {new.how}")


def _source_line(path: str, line: int) -> str | None:
    try:
        return read_document(Path(path), path).written_line(line)
    except UnreadableDocumentError:
        return None


@command.command(name="show", short_help="Show a project's facts.")
@code_option
def show(paths: tuple[Path, ...]) -> None:
    """Show the facts of each pipeline, where they come from, and how old they are."""
    project = Project.around(paths)
    facts = project.facts()
    shown = [source_line(source) for source in facts.sources]
    shown += [line for pipeline in facts.pipelines for line in lines(pipeline)]
    for line in shown or [f"no facts: there is no {shown_path(project.facts_file)}"]:
        print_text(line)


@command.command(name="check", short_help="Find facts without code, and code without facts.")
@code_option
@click.option(
    "--max-age", type=click.IntRange(min=0), metavar="DAYS", help="Report facts older than this."
)
def check(paths: tuple[Path, ...], max_age: int | None) -> None:
    """Find pipelines without facts, facts whose code is gone or has changed, and old facts.

    Exits with 1 if it finds any.
    """
    project = Project.around(paths)
    pipelines = project.facts().pipelines
    known, there = {pipeline.key for pipeline in pipelines}, project.keys()
    found = [
        f"{case.pipeline.plan.source.span.place}: {case.pipeline.name}: no facts"
        for key, case in there.items()
        if key not in known and case.prediction.work
    ]
    for pipeline in pipelines:
        days = _days_since(pipeline.measured)
        if pipeline.key not in there:
            found.append(
                f"{pipeline.code}: {pipeline.function}: facts about code that no longer exists"
            )
        elif max_age is not None and days > max_age:
            found.append(f"{pipeline.code}: {pipeline.function}: facts are {days:,} days old")
    for line in found:
        print_text(line)
    _end(project, int(bool(found)))


def _source(metadata: SourceMetadata) -> RecordedSource:
    return RecordedSource(
        metadata.location,
        datetime.now(timezone.utc).date().isoformat(),
        partitions=None if metadata.partitions is None else metadata.partitions.count,
        rows=None if metadata.rows is None else metadata.rows.count,
        pruned=metadata.pruned,
    )


def _write(facts: Facts, project: Project) -> None:
    write_output(facts_text(project.redacted(facts)).encode(), project.facts_file)


def _days_since(day: str) -> int:
    return (datetime.now(timezone.utc).date() - datetime.fromisoformat(day).date()).days


def _end(project: Project, code: int) -> None:
    """Report what couldn't be read, and end."""
    for problem in project.problems:
        print_message(problem)
    click.get_current_context().exit(2 if project.problems else code)
