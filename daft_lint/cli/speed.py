"""`--no-cache` and `--jobs`: how a run spends its time."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from daft_lint.cli.option_groups import together

if TYPE_CHECKING:
    from daft_lint.cli.lint_run import LintRun


speed_options = together(
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
)


def prepare(run: LintRun, *, no_cache: bool, jobs: int | None) -> None:
    """Let a run have its cache and its processes; no `jobs` leave their number to the work."""
    run.jobs = jobs
    if not no_cache:
        from daft_lint.caching.result_cache import ResultCache

        run.kept = ResultCache()
