"""Progress of a verification, on standard error."""

from __future__ import annotations

from time import monotonic
from typing import TYPE_CHECKING

from daft_lint.cli.terminal import print_message
from daft_lint.reporting.phrases import counted
from daft_lint.reporting.printable import on_one_line
from daft_lint.words import duration

if TYPE_CHECKING:
    from daft_lint.verification.verdict import Verification


class VerificationProgress:
    """A line where the runs of a finding begin, with the time that they take, and one at the end.

    Nothing is printed unless `wanted`. `total` counts the findings.
    """

    def __init__(self, *, wanted: bool, total: int) -> None:
        self._wanted = wanted
        self._total = total
        self._done = 0
        self._has_begun = False
        self._begun = monotonic()

    def cluster(self, workers: int) -> None:
        """What follows runs on a cluster of so many workers."""
        self._has_begun = True
        self._tell(f"on a Ray cluster of {counted(workers, 'worker')}")

    def run(self, label: str, trial: int, trials: int, expected_seconds: float) -> None:
        """A trial (from 1) of so many begins. `label` names the finding and what runs."""
        self._has_begun = True
        if trial == 1:
            took = duration(round(trials * expected_seconds))
            self._tell(f"{label}: {counted(trials, 'trial')}, about {took}")

    def finished(self, verification: Verification) -> None:
        """The verdict on a finding is there."""
        from daft_lint.verification.unflagged import is_unflagged, status

        now = monotonic()
        self._done += 1
        if self._has_begun:
            outcome = f"{verification.finding.code} {verification.verdict.value}"
            if is_unflagged(verification.finding):
                outcome = f"no finding, {status(verification)}"
            place = verification.finding.span.place
            took = duration(round(now - self._begun))
            self._tell(f"{self._done} of {self._total}: {place} {outcome}, {took}")
        self._begun, self._has_begun = now, False

    def _tell(self, line: str) -> None:
        if self._wanted:
            print_message(on_one_line(line))
