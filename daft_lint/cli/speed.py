"""How a run spends its time: `--no-cache`, `--jobs`, and how often Python collects garbage."""

from __future__ import annotations

import gc
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

import click

from daft_lint.cli.option_groups import together

if TYPE_CHECKING:
    from daft_lint.cli.lint_run import LintRun


# Nearly all that a run makes lives until its file is done, or to its end. With a collection after
# each 100,000 objects, these took 9 to 16 % of a run over pypaimon, deltacat and Daft, and peak
# memory was the same.
_THRESHOLDS = (10_000_000, 20, 20)


@contextmanager
def rare_collection() -> Iterator[None]:
    """Look for garbage more rarely in the block, and never among older objects.

    What was made meanwhile isn't looked through afterwards, which took 0.3 s behind 800 files: most
    processes are about to end.
    """
    older = gc.get_threshold()
    gc.freeze()
    gc.set_threshold(*_THRESHOLDS)
    try:
        yield
    finally:
        gc.freeze()
        gc.set_threshold(*older)


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
