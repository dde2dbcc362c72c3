"""`--read-metadata`: ask Daft about sources before files are linted."""

from __future__ import annotations

import os
from collections.abc import Iterator, Sequence
from functools import partial
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING

import click

from daft_lint.cli.option_groups import together
from daft_lint.cli.terminal import print_message
from daft_lint.programs.installing import install_command
from daft_lint.records import dataclass

if TYPE_CHECKING:
    from daft_lint.cli.lint_run import LintRun
    from daft_lint.metadata.client import Outcome
    from daft_lint.metadata.messages import Query
    from daft_lint.plan.pipeline import Location
    from daft_lint.settings import SourceMetadata

_SECONDS = 10
_IN_PRE_COMMIT = "PRE_COMMIT"

metadata_options = together(
    click.option(
        "--read-metadata",
        is_flag=True,
        help="Let Daft read how many partitions and rows the sources have, but no data. Needs "
        "Daft; does nothing inside pre-commit.",
    ),
)


@dataclass(frozen=True, slots=True)
class _Sought:
    """A source to ask about, in the project in a folder."""

    root: Path
    location: Location
    query: Query


@dataclass(frozen=True, slots=True)
class Metadata:
    """Asks Daft about sources, all of them within so many `seconds`."""

    seconds: float

    @classmethod
    def asked_for(cls, *, read: bool, seconds: float | None = None) -> Metadata | None:
        """Take the options; None without `--read-metadata`, or inside pre-commit.

        All sources together get `seconds`, or 10.

        Raises:
            click.ClickException: when there is no Daft.
        """
        if not read:
            return None
        if os.environ.get(_IN_PRE_COMMIT):
            print_message("no metadata is read inside pre-commit")
            return None
        if find_spec("daft") is None:
            raise _not_installed("Daft isn't installed")
        return cls(seconds or _SECONDS)

    def prepare(self, run: LintRun, *, quiet: bool) -> None:
        """Let a run ask Daft before it lints."""
        run.informed = partial(self._inform, run, quiet=quiet)

    def _inform(self, run: LintRun, files: Sequence[Path], *, quiet: bool) -> None:
        for root, facts in self.facts(run, files, quiet=quiet).items():
            run.finder.inform(root, facts)

    def facts(
        self, run: LintRun, files: Sequence[Path], *, quiet: bool
    ) -> dict[Path, tuple[SourceMetadata, ...]]:
        """Daft's metadata of the sources in files, by the root of their project."""
        from daft_lint.metadata.client import NoDaftError, run_queries
        from daft_lint.metadata.facts import facts_of

        sought = tuple(dict.fromkeys(_sought(run, files)))
        try:
            outcomes = run_queries([question.query for question in sought], self.seconds)
        except NoDaftError as error:
            raise _not_installed(str(error)) from None
        found: dict[Path, tuple[SourceMetadata, ...]] = {question.root: () for question in sought}
        for question, outcome in zip(sought, outcomes, strict=True):
            _print_unknown(question.query, outcome, quiet=quiet, verbose=run.verbose)
            fact = facts_of(question.location, question.query, outcome.answer)
            if fact is not None:
                found[question.root] += (fact,)
        return found


def _sought(run: LintRun, files: Sequence[Path]) -> Iterator[_Sought]:
    """The sources that Daft can be asked about, in the order of their places."""
    from daft_lint.metadata.queries import query_of
    from daft_lint.pipelines.source_locations import Locations

    by_root: dict[Path, Locations] = {}
    for file in files:
        root = run.finder.for_path(file).root
        by_root[root] = by_root.get(root, Locations()) | run.locations_in(file)
    for root, locations in by_root.items():
        for location in sorted(locations.askable, key=repr):
            query = query_of(location, root)
            if query is not None:
                yield _Sought(root, location, query)


def _print_unknown(query: Query, outcome: Outcome, *, quiet: bool, verbose: bool) -> None:
    """Say in one line what isn't known, where time ran out or `--verbose` asks."""
    if outcome.problem and (verbose or (outcome.late and not quiet)):
        print_message(f"no metadata for {query.shown}: {outcome.problem}")


def _not_installed(reason: str) -> click.ClickException:
    install = install_command("daft")
    return click.ClickException(
        f"reading metadata needs Daft in daft-lint's environment: {install} ({reason})"
    )
