"""A progress bar for runs that a person waits for."""

from __future__ import annotations

import sys
from pathlib import Path
from time import monotonic
from types import TracebackType
from typing import TYPE_CHECKING

from daft_lint.reporting.printable import printable

if TYPE_CHECKING:
    from rich.progress import Progress as Bar

_PATIENCE = 1.0
"""Seconds before a bar appears: most runs end sooner and should leave no trace."""
_EVERY = 0.1
"""Seconds between two updates of a bar. It has no thread of its own: a fork would lose it."""


class Progress:
    """Counts files, and draws a bar on a terminal once the run takes longer than a second."""

    def __init__(self, *, wanted: bool) -> None:
        self._wanted = wanted and sys.stderr.isatty()
        self._started = monotonic()
        self._total = 0
        self._done = 0
        self._drawn = 0.0
        self._bar: Bar | None = None

    def __enter__(self) -> Progress:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        if self._bar is not None:
            self._bar.stop()

    def expect(self, files: int) -> None:
        """Say how many files there are."""
        self._total = files

    def show(self, file: Path) -> None:
        """Name the file that is checked now."""
        if not self._wanted:
            return
        if self._bar is None and monotonic() - self._started > _PATIENCE:
            self._bar = _start_bar(self._total)
        if self._bar is not None:
            task, name = self._bar.task_ids[0], printable(file.name)
            self._bar.update(task, completed=self._done, description=name)
            if monotonic() > self._drawn + _EVERY:
                self._bar.refresh()
                self._drawn = monotonic()

    def count(self) -> None:
        """Count a file that is done."""
        self._done += 1


def _start_bar(total: int) -> Bar:
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, TextColumn
    from rich.progress import Progress as Bar

    columns = (BarColumn(), MofNCompleteColumn(), TextColumn("{task.description}", markup=False))
    bar = Bar(*columns, console=Console(stderr=True), transient=True, auto_refresh=False)
    bar.add_task("", total=total)
    bar.start()
    return bar
