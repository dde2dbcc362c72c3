"""Progress of a verification, on standard error."""

from __future__ import annotations

import os
import sys
from dataclasses import dataclass
from time import monotonic
from types import TracebackType
from typing import TYPE_CHECKING

from daft_lint.cli.terminal import print_message
from daft_lint.reporting.phrases import counted
from daft_lint.reporting.printable import on_one_line
from daft_lint.words import duration

if TYPE_CHECKING:
    from rich.console import ConsoleOptions, Group
    from rich.live import Live

    from daft_lint.verification.verdict import Verification

_REFRESHES_PER_SECOND = 8
_LONGEST_BAR = 30
_SHORTEST_BAR = 5


@dataclass(frozen=True, slots=True)
class _Step:
    """What goes on since when, and how many seconds it should take if that is known."""

    what: str
    since: float
    trial: str = ""
    expected: float | None = None


class VerificationProgress:
    """Shows on standard error how far a verification is.

    On a terminal it is drawn anew all the time and leaves no trace. Elsewhere, such as in the log
    of a CI job, and where it doesn't `draw` because others write to the terminal, there is a line
    where the runs of a finding begin, and one where it is done. Nothing is shown unless `wanted`.
    """

    def __init__(self, *, wanted: bool, total: int, draws: bool = True) -> None:
        drawn = draws and sys.stderr.isatty() and os.environ.get("TERM") != "dumb"
        self._draws = wanted and drawn
        self._prints = wanted and not drawn
        self._total = total
        self._done = 0
        self._live: Live | None = None
        self._step = _Step("", monotonic())
        self._begun = self._step.since

    def __enter__(self) -> VerificationProgress:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        if self._live is not None:
            self._live.stop()

    def cluster(self, workers: int) -> None:
        """A cluster of so many workers is being started."""
        self._show(_Step(f"starting a Ray cluster of {counted(workers, 'worker')}", monotonic()))

    def run(self, label: str, trial: int, trials: int, expected_seconds: float) -> None:
        """A trial (from 1) of so many begins. `label` names the finding and what runs."""
        progress = f"trial {trial} of {trials}"
        self._show(_Step(label, monotonic(), progress, expected_seconds))
        if self._prints and trial == 1:
            took = duration(round(trials * expected_seconds))
            runs = on_one_line(f"{label}: {counted(trials, 'trial')}", unicode=True)
            print_message(f"{runs}, about {took}")

    def finished(self, verification: Verification) -> None:
        """The verdict on a finding is there."""
        from daft_lint.verification.unflagged import is_unflagged, status

        now = monotonic()
        self._done += 1
        if self._prints and self._step.what:
            span = verification.finding.span
            place = on_one_line(span.place, unicode=True)
            outcome = f"{verification.finding.code} {verification.verdict.value}"
            if is_unflagged(verification.finding):
                outcome = f"no finding, {status(verification)}"
            took = duration(round(now - self._begun))
            count = f"{self._done} of {self._total}"
            print_message(f"{count}: {place} {outcome}, {took}")
        self._begun = now
        self._step = _Step("", now)

    def _show(self, step: _Step) -> None:
        self._step = step
        if self._draws and self._live is None:
            self._live = self._started()

    def _started(self) -> Live:
        from rich.console import Console
        from rich.live import Live

        console = Console(stderr=True, force_terminal=True)
        live = Live(
            console=console,
            get_renderable=lambda: self._drawn(console.options),
            refresh_per_second=_REFRESHES_PER_SECOND,
            transient=True,
            # Results go to standard output, whatever is drawn meanwhile.
            redirect_stdout=False,
        )
        live.start()
        return live

    def _drawn(self, options: ConsoleOptions) -> Group:
        from rich.console import Group
        from rich.text import Text

        # The last cell stays free: some terminals go to the next line when it is written.
        width, unicode = options.max_width - 1, not options.ascii_only
        step, total = self._step, self._total
        over = self._done >= total
        count = (
            f"{total} of {total} findings done" if over else f"Finding {self._done + 1} of {total}"
        )
        lines = (
            Text(_headline(count, step.what, width, unicode=unicode)),
            Text(_tail(step, monotonic() - step.since, width, unicode=unicode), "cyan"),
        )
        for line in lines:
            line.truncate(width)
        return Group(*lines)


def _headline(count: str, what: str, width: int, *, unicode: bool) -> str:
    """Which finding it is. A long path is cut at its start: the line and the rule matter more."""
    from daft_lint.reporting.text_layout import excerpt

    if not what:
        return count
    end = len(what)
    room = max(0, width - len(count) - 2)
    return f"{count}: {excerpt(what, end, end, room, unicode=unicode).text}"


def _tail(step: _Step, elapsed: float, width: int, *, unicode: bool) -> str:
    """A sign of life, the trial, a bar where there is room, and the seconds."""
    frames = "⠋⠙⠹⠸⠼⠴⠦⠧⠇⠏" if unicode else "|/-\\"
    sign = frames[int(elapsed * _REFRESHES_PER_SECOND) % len(frames)]
    time = _time(elapsed, step.expected)
    parts = [part for part in (sign, step.trial, time) if part]
    room = min(_LONGEST_BAR, width - len("  ".join(parts)) - 2)
    if step.expected is not None and room >= _SHORTEST_BAR:
        parts.insert(-1, _bar(elapsed / max(step.expected, elapsed, 1e-9), room, unicode=unicode))
    return "  ".join(parts)


def _time(elapsed: float, expected: float | None) -> str:
    if expected is None:
        return duration(round(elapsed))
    if elapsed > expected:
        return f"{duration(round(elapsed))}, expected about {duration(round(expected))}"
    return f"{duration(round(elapsed))} of about {duration(round(expected))}"


def _bar(share: float, cells: int, *, unicode: bool) -> str:
    done, rest = ("━", "─") if unicode else ("#", "-")
    full = int(share * cells)
    return done * full + rest * (cells - full)
