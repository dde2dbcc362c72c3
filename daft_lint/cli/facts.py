"""`daft-lint facts`: what runs showed, kept beside the code."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from datetime import date, datetime, timedelta, timezone
from pathlib import Path
from typing import TYPE_CHECKING

import click

from daft_lint.cli.options import SettingsFinder
from daft_lint.cli.reading import Purpose, read_cases
from daft_lint.cli.targets import require_writable
from daft_lint.cli.terminal import tell, write_output
from daft_lint.documents.discovery import find_files
from daft_lint.documents.document import shown_path
from daft_lint.facts import FACTS_FILE, Facts, facts_text, read_facts
from daft_lint.facts.showing import lines, source_line
from daft_lint.plan.recorded import RecordedPipeline, RecordedSource, key_of
from daft_lint.reporting.wording import counted
from daft_lint.settings import SettingsError
from daft_lint.settings.paths import below

if TYPE_CHECKING:
    from daft_lint.event_log.matching import Match
    from daft_lint.event_log.runs import Run
    from daft_lint.rule import Case
    from daft_lint.settings import Settings, SourceMetadata

_MOST_UNMATCHED = 20

_code_option = click.option(
    "--code",
    "paths",
    type=click.Path(path_type=Path, exists=True),
    multiple=True,
    metavar="PATH",
    help="Files and folders with the code that ran. Default: the current folder.",
)


@click.group(name="facts", short_help="Keep what runs showed beside the code.")
def command() -> None:
    """Keep what runs of your pipelines showed, in daft-lint-facts.toml at the project's root.

    Rows, what filters keep, and the seconds of a row are then known to `check`, `pipelines` and
    `plan` on every machine. Commit the file: it holds no data, only numbers.
    """


@command.command(name="from-log", short_help="Take facts from Daft's event logs.")
@click.argument(
    "logs", type=click.Path(path_type=Path, exists=True), nargs=-1, required=True, metavar="LOG..."
)
@_code_option
def from_log(logs: tuple[Path, ...], paths: tuple[Path, ...]) -> None:
    """Take facts from event LOGs: files, or folders with the logs of any number of runs.

    Give all runs that count: what was known of their pipelines is replaced. A run is of the one
    pipeline with its steps; one that fits none, or several, is listed and left out.
    """
    from daft_lint.event_log.facts import recorded
    from daft_lint.event_log.records import Reading
    from daft_lint.event_log.runs import runs_in

    project = _Project.around(paths)
    require_writable((project.file,))
    kept = project.facts()
    reading = Reading()
    try:
        runs = runs_in(logs, reading)
    except OSError as error:
        raise click.ClickException(f"{error.filename}: {error.strerror}") from None
    if not runs:
        raise click.ClickException("no event of Daft in these logs")
    found, unmatched = _matched(runs, [case for case, _ in project.cases])
    new = recorded(found, project.code_of)
    _tell_runs(runs, reading, new, unmatched)
    if new:
        facts = replace(kept, pipelines=_merged(kept.pipelines, new))
        write_output(facts_text(facts).encode(), project.file)
        tell(f"wrote {counted(len(new), 'pipeline')} to {shown_path(project.file)}")
    for problem in project.problems:
        tell(problem)
    click.get_current_context().exit(0 if new and not project.problems else 2)


@command.command(name="from-metadata", short_help="Ask Daft for partitions and rows of sources.")
@_code_option
@click.option(
    "--metadata-timeout",
    "seconds",
    type=click.FloatRange(min=0, min_open=True),
    default=60,
    show_default=True,
    metavar="SECONDS",
    help="How long to wait for all sources together.",
)
def from_metadata(paths: tuple[Path, ...], seconds: float) -> None:
    """Ask Daft how many partitions and rows the sources of the code have. No data is read.

    Needs Daft, and the access to the files that the pipelines have.
    """
    from daft_lint.cli.lint_run import LintRun
    from daft_lint.cli.metadata import Metadata

    project = _Project.around(paths)
    require_writable((project.file,))
    kept = project.facts()
    metadata = Metadata.asked_for(read=True, seconds=seconds, no_cache=True, cache_dir=None)
    if metadata is None:
        return
    run = LintRun(project.finder, verbose=True)
    told = metadata.facts(run, project.files, quiet=False).get(project.root, ())
    new = [_source(one) for one in told]
    for one in new:
        click.echo(source_line(one))
    if new:
        replaced = {one.location for one in new}
        others = (one for one in kept.sources if one.location not in replaced)
        write_output(facts_text(replace(kept, sources=(*others, *new))).encode(), project.file)
        tell(f"wrote {counted(len(new), 'source')} to {shown_path(project.file)}")
    else:
        tell("no source that Daft can be asked of")
    click.get_current_context().exit(2 if project.problems else 0)


def _source(told: SourceMetadata) -> RecordedSource:
    today = datetime.now(timezone.utc).date().isoformat()
    return RecordedSource(
        told.location,
        today,
        partitions=None if told.partitions is None else told.partitions.count,
        rows=None if told.rows is None else told.rows.count,
        pruned=told.pruned,
    )


@command.command(name="show", short_help="Show the facts of a project.")
@_code_option
def show(paths: tuple[Path, ...]) -> None:
    """Show what is known of each pipeline, where it comes from, and how old it is."""
    project = _Project.around(paths)
    facts = project.facts()
    for one in facts.engine:
        click.echo(f"engine, {one.where}: measured {one.measured} with Daft {one.daft}")
    for source in facts.sources:
        click.echo(source_line(source))
    for pipeline in facts.pipelines:
        for line in lines(pipeline):
            click.echo(line)
    if facts == Facts():
        click.echo(f"no facts: there is no {shown_path(project.file)}")


@command.command(name="check", short_help="Find facts without code, and code without facts.")
@_code_option
@click.option(
    "--max-age", type=click.IntRange(min=0), metavar="DAYS", help="Report facts older than this."
)
def check(paths: tuple[Path, ...], max_age: int | None) -> None:
    """Find pipelines without facts, facts whose code is gone or has other steps, and old facts.

    Exits with 1 when there is any.
    """
    project = _Project.around(paths)
    facts = project.facts()
    known = {one.key for one in facts.pipelines}
    there = {project.key(case): case for case, _ in project.cases if project.is_inside(case)}
    found = False
    for key, case in there.items():
        if key not in known and case.prediction.work:
            found = True
            click.echo(f"{case.pipeline.plan.source.span.place}: {case.pipeline.name}: no facts")
    for one in facts.pipelines:
        if one.key not in there:
            found = True
            click.echo(f"{one.code}: {one.function}: facts of code that isn't there any more")
        elif max_age is not None and _days(one.measured) > max_age:
            found = True
            click.echo(f"{one.code}: {one.function}: facts are {_days(one.measured)} days old")
    for problem in project.problems:
        tell(problem)
    click.get_current_context().exit(2 if project.problems else int(found))


@dataclass(frozen=True, slots=True)
class _Project:
    """The code of a project, and its file of facts."""

    finder: SettingsFinder
    paths: tuple[Path, ...]
    root: Path
    cases: Sequence[tuple[Case, Settings]]
    problems: list[str]

    @classmethod
    def around(cls, paths: tuple[Path, ...]) -> _Project:
        finder = SettingsFinder.of_rules((), None, isolated=False)
        wanted = paths or (Path(),)
        problems: list[str] = []
        cases = list(read_cases(wanted, finder, problems, [], purpose=Purpose.ALL))
        return cls(finder, wanted, finder.for_path(wanted[0]).root, cases, problems)

    @property
    def file(self) -> Path:
        return self.root / FACTS_FILE

    @property
    def files(self) -> tuple[Path, ...]:
        settings = self.finder.for_path(self.paths[0])
        found = find_files(
            self.paths, include=settings.include, exclude=settings.exclude, root=settings.root
        )
        return tuple(found.files)

    @property
    def code_of(self) -> dict[str, str]:
        """The path of each file with a source from the root of the project, as spans have it."""
        paths = {case.pipeline.plan.source.span.path for case, _ in self.cases}
        inside = {path: below(Path(path), self.root) for path in paths}
        return {path: code for path, code in inside.items() if code is not None}

    def is_inside(self, case: Case) -> bool:
        return case.pipeline.plan.source.span.path in self.code_of

    def key(self, case: Case) -> tuple[str, str, str, tuple[str, ...]]:
        plan = case.pipeline.plan
        return key_of(plan, case.pipeline.name, self.code_of[plan.source.span.path])

    def facts(self) -> Facts:
        try:
            return read_facts(self.file)
        except SettingsError as error:
            raise click.UsageError(str(error)) from None


def _matched(
    runs: Iterable[Run], cases: Sequence[Case]
) -> tuple[list[Match], list[tuple[Run, str]]]:
    from daft_lint.event_log.matching import matches

    pipelines = [case.pipeline for case in cases]
    found: list[Match] = []
    unmatched: list[tuple[Run, str]] = []
    for run in runs:
        fitting = matches(run, pipelines)
        if isinstance(fitting, str):
            unmatched.append((run, fitting))
        else:
            found += fitting
    return found, unmatched


def _tell_runs(
    runs: Sequence[Run],
    reading: object,
    new: Sequence[RecordedPipeline],
    unmatched: Sequence[tuple[Run, str]],
) -> None:
    for pipeline in new:
        for line in lines(pipeline):
            click.echo(line)
    for run, why in unmatched[:_MOST_UNMATCHED]:
        tell(f"{run.query}: not used: {why}")
    if len(unmatched) > _MOST_UNMATCHED:
        tell(f"... and {len(unmatched) - _MOST_UNMATCHED:,} more runs were not used")
    broken = getattr(reading, "broken", 0)
    if broken:
        verb = "was" if broken == 1 else "were"
        tell(f"{counted(broken, 'line')} of the logs can't be read and {verb} passed over")


def _merged(
    kept: Iterable[RecordedPipeline], new: Sequence[RecordedPipeline]
) -> tuple[RecordedPipeline, ...]:
    replaced = {one.key for one in new}
    return (*(one for one in kept if one.key not in replaced), *new)


def _days(day: str) -> int:
    try:
        return (date.today() - date.fromisoformat(day)) // timedelta(days=1)
    except ValueError:
        return 0
