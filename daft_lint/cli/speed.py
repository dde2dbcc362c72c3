"""`--no-cache`, `--jobs` and `--profile`: how a run spends its time."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import click

from daft_lint.cli.option_groups import F, Option, with_options

if TYPE_CHECKING:
    from daft_lint.cli.lint_run import LintRun


_OPTIONS: tuple[Option, ...] = (
    click.option(
        "--no-cache",
        is_flag=True,
        envvar="DAFT_LINT_NO_CACHE",
        help="Don't read or write the cache.",
    ),
    click.option(
        "-j",
        "--jobs",
        type=click.IntRange(min=1),
        metavar="N",
        help="Number of processes. Default: up to one per CPU, if there is enough work.",
    ),
    click.option(
        "--profile",
        is_flag=True,
        help="Show on standard error where the time went, as JSON with --output-format json.",
    ),
)


def speed_options(command: F) -> F:
    """Give a command the three options."""
    return with_options(command, _OPTIONS)


@dataclass(slots=True)
class Speed:
    """What was asked for; no `jobs` leave their number to the work."""

    no_cache: bool
    jobs: int | None
    profile: bool

    def prepare(self, run: LintRun) -> None:
        """Let a run have its cache, its processes and its profile."""
        run.jobs = self.jobs
        if not self.no_cache:
            from daft_lint.caching.result_cache import ResultCache

            run.kept = ResultCache()
        if self.profile:
            from daft_lint.cli.profiling import Profile

            run.profile = Profile()

    def done(self, run: LintRun, *, as_json: bool) -> None:
        """Tell where the time of a run went, if that was asked for."""
        if run.profile is not None:
            click.echo(run.profile.as_json() if as_json else run.profile.as_text(), err=True)
