"""The runs in event logs and the code that ran, for `facts` and `review`."""

from __future__ import annotations

import os
from collections.abc import Sequence
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING

import click

from daft_lint.cli.options import WITHIN, SettingsFinder
from daft_lint.cli.reading import read_cases
from daft_lint.cli.terminal import print_message
from daft_lint.documents.discovery import find_files
from daft_lint.documents.file_selection import FACTS_FILE
from daft_lint.documents.file_status import real_path
from daft_lint.facts import Facts, read_facts
from daft_lint.plan.recorded import Key, key_of
from daft_lint.records import dataclass, field, replace
from daft_lint.reporting.phrases import counted
from daft_lint.settings import SettingsError
from daft_lint.settings.places import below

if TYPE_CHECKING:
    from daft_lint.event_log.matching import Match
    from daft_lint.event_log.records import Reading
    from daft_lint.event_log.runs import Run
    from daft_lint.plan.pipeline import Pipeline
    from daft_lint.rule import Case
    from daft_lint.settings import Settings

_MOST_UNMATCHED = 20

code_option = click.option(
    "--code",
    "paths",
    type=click.Path(path_type=Path, exists=True),
    multiple=True,
    metavar="PATH",
    help="Files and folders with the code that ran. Default: the current folder.",
)


@dataclass(frozen=True)
class Project:
    """The code of a project, and its file of facts. Code is read on demand."""

    finder: SettingsFinder
    paths: tuple[Path, ...]
    problems: list[str] = field(default_factory=list)

    @classmethod
    def around(
        cls, paths: tuple[Path, ...], *, reads_facts: bool = True, loads_rules: bool = False
    ) -> Project:
        """The project of some paths, of the current folder without any.

        The project's own rules, which are code, are only loaded for those that judge by them.

        Raises:
            click.UsageError: its settings can't be read, or it may not be read itself.
        """
        finder = replace(
            SettingsFinder.of_rules((), (), isolated=False, trusted=loads_rules),
            reads_facts=reads_facts,
        )
        project = cls(finder, paths or (Path(),))
        folder = os.environ.get(WITHIN)
        if folder is not None and not real_path(project.root).is_relative_to(folder):
            raise click.UsageError(
                f"the project is {project.root}, and daft-lint mcp was started below it, in "
                f"{folder}: start it in the folder of the project"
            )
        return project

    @cached_property
    def cases(self) -> tuple[tuple[Case, Settings], ...]:
        """Its pipelines, with the settings of their files; what can't be read is a problem."""
        return tuple(read_cases(self.paths, self.finder, self.problems, []))

    @property
    def root(self) -> Path:
        """Its folder."""
        return self.finder.for_path(self.paths[0]).root

    @property
    def facts_file(self) -> Path:
        """The file of its facts, there or not."""
        return self.root / FACTS_FILE

    def redacted(self, facts: Facts) -> Facts:
        """Facts in the form that its settings ask for."""
        wanted = self.finder.for_path(self.paths[0]).redact_paths
        return facts.redacted if wanted else facts

    @property
    def files(self) -> tuple[Path, ...]:
        """The files that are looked at."""
        settings = self.finder.for_path(self.paths[0])
        found = find_files(
            self.paths, include=settings.include, exclude=settings.exclude, root=settings.root
        )
        return tuple(found.files)

    @cached_property
    def code_of(self) -> dict[str, str]:
        """The path of each file with a source from the root of the project, as spans have it."""
        paths = {case.pipeline.plan.source.span.path for case, _ in self.cases}
        inside = {path: below(Path(path), self.root) for path in paths}
        return {path: code for path, code in inside.items() if code is not None}

    @cached_property
    def _settings(self) -> dict[Pipeline, Settings]:
        return {case.pipeline: settings for case, settings in self.cases}

    def settings_of(self, pipeline: Pipeline) -> Settings:
        """The settings of the file that a pipeline of this project is in."""
        return self._settings[pipeline]

    def keys(self) -> dict[Key, Case]:
        """Its pipelines by what facts know them by."""
        code_of = self.code_of
        inside = [case for case, _ in self.cases if case.pipeline.plan.source.span.path in code_of]
        return {
            key_of(plan, case.pipeline.name, code_of[plan.source.span.path]): case
            for case in inside
            if (plan := case.pipeline.plan)
        }

    def facts(self) -> Facts:
        """Its recorded facts.

        Raises:
            click.UsageError: the file of facts can't be read, or something in it is wrong.
        """
        try:
            return read_facts(self.facts_file)
        except SettingsError as error:
            raise click.UsageError(str(error)) from None


def read_runs(logs: Sequence[Path]) -> tuple[tuple[Run, ...], Reading]:
    """The runs in logs, and the lines that can't be read.

    Raises:
        click.ClickException: a log can't be read, or there is no run in any.
    """
    from daft_lint.event_log.records import Reading
    from daft_lint.event_log.runs import runs_in

    reading = Reading()
    try:
        runs = runs_in(logs, reading)
    except OSError as error:
        raise click.ClickException(f"{error.filename}: {error.strerror}") from None
    if not runs:
        raise click.ClickException("these logs hold no Daft events")
    return runs, reading


def matched(runs: Sequence[Run], project: Project) -> tuple[list[Match], list[tuple[Run, str]]]:
    """The pipelines of runs, and why other runs have none."""
    from daft_lint.event_log.matching import matches

    pipelines = [case.pipeline for case, _ in project.cases]
    found: list[Match] = []
    unmatched: list[tuple[Run, str]] = []
    for run in runs:
        fitting = matches(run, pipelines)
        if isinstance(fitting, str):
            unmatched.append((run, fitting))
        else:
            found += fitting
    return found, unmatched


def print_unmatched(unmatched: Sequence[tuple[Run, str]], reading: Reading) -> None:
    """Print the unused runs with reasons, and how many lines can't be read."""
    for run, why in unmatched[:_MOST_UNMATCHED]:
        print_message(f"{run.query}: not used: {why}")
    if len(unmatched) > _MOST_UNMATCHED:
        print_message(f"... and {len(unmatched) - _MOST_UNMATCHED:,} more runs were not used")
    if reading.broken:
        verb = "was" if reading.broken == 1 else "were"
        lines = counted(reading.broken, "line")
        print_message(f"{lines} of the logs can't be read and {verb} skipped")
