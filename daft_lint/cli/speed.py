"""`--no-cache`, `--cache-dir`, `--jobs` and `--profile`: how a run spends its time."""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from daft_lint.cli.option_groups import F, Option, with_options

if TYPE_CHECKING:
    from daft_lint.cli.lint_run import LintRun
    from daft_lint.cli.output_recorder import OutputRecorder


class _NamedFolder(click.Path):
    """A folder that need not be there; an empty name would be the current one."""

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        if value == "":
            self.fail("no folder is named; omit the option to use .daft-lint_cache", param, ctx)
        return super().convert(value, param, ctx)


_OPTIONS: tuple[Option, ...] = (
    click.option(
        "--no-cache",
        is_flag=True,
        envvar="DAFT_LINT_NO_CACHE",
        help="Don't read or write the cache.",
    ),
    click.option(
        "--cache-dir",
        type=_NamedFolder(path_type=Path, file_okay=False),
        envvar="DAFT_LINT_CACHE_DIR",
        help="Cache folder, instead of .daft-lint_cache in the project.",
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
    """Give a command the four options."""
    return with_options(command, _OPTIONS)


@dataclass(slots=True)
class Speed:
    """What was asked for; no `jobs` leave their number to the work."""

    no_cache: bool
    cache_dir: Path | None
    jobs: int | None
    profile: bool
    _replaying: OutputRecorder | None = None

    def prepare(self, run: LintRun) -> None:
        """Let a run have its cache, its processes and its profile."""
        run.jobs = self.jobs
        if not self.no_cache:
            from daft_lint.cli.result_cache import ResultCache

            run.kept = ResultCache(self.cache_dir)
        if self.profile:
            from daft_lint.cli.profiling import Profile

            run.profile = Profile()

    def repeatable(self, run: LintRun, arguments: object, paths: tuple[Path, ...]) -> None:
        """Let the output of a run be kept, for the next one with the same arguments."""
        if isinstance(arguments, list) and not (self.no_cache or self.profile):
            from daft_lint.cli.output_recorder import OutputRecorder

            self._replaying = OutputRecorder(arguments, paths)
            run.discovered = partial(self._replaying.look, run)

    def keep(self, run: LintRun, text: str | bytes, exit_code: int) -> None:
        """Keep the output of a run, if that is to be done."""
        if self._replaying is not None:
            self._replaying.keep(run, text, exit_code)

    def done(self, run: LintRun, *, as_json: bool) -> None:
        """Tell where the time of a run went, if that was asked for."""
        if run.profile is not None:
            click.echo(run.profile.as_json() if as_json else run.profile.as_text(), err=True)
