"""Facts about sources in settings that no source fits, as after a path was changed."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

from daft_lint.cli.lost_work import ABOUT_WORK
from daft_lint.documents.document import shown_path
from daft_lint.documents.project import absolute_path

if TYPE_CHECKING:
    from daft_lint.cli.lint_run import LintRun


def lost_sources(run: LintRun) -> Iterator[str]:
    """A line for each of them, where all files that the settings are for were read.

    What settings extend may be about other projects too.
    """
    folders = [Path(absolute_path(path)) for path in run.named]
    if run.failures or run.unfinished or run.among is not None:
        return
    for settings in run.finder.loaded:
        is_whole = any(map(settings.root.is_relative_to, folders)) and not settings.extended
        if settings.file is None or not is_whole or not settings.selects(*ABOUT_WORK):
            continue
        for fact in settings.sources:
            if fact.match not in run.told:
                yield (
                    f"{shown_path(settings.file)}: sources: `{fact.match}` has no effect: "
                    "no work that was judged reads such a path"
                )
