"""The report on a verification that every output format gets to render."""

from __future__ import annotations

from dataclasses import dataclass, replace

from daft_lint.reporting.report import Report
from daft_lint.verification.verdict import Verification, Verified


@dataclass(frozen=True, slots=True)
class VerificationReport:
    """What linting found, and what real runs said of it.

    Only what was verified is reported: `report` may have more findings. `unflagged` are the runs of
    work in which nothing was found, where these were asked for.
    """

    report: Report
    verified: Verified
    unflagged: tuple[Verification, ...] = ()

    @property
    def verifications(self) -> tuple[Verification, ...]:
        """What was verified, in order."""
        return self.verified.verifications

    @property
    def linted(self) -> Report:
        """The report of linting, with just the findings that were verified, in the same order."""
        return replace(
            self.report, findings=tuple(verification.finding for verification in self.verifications)
        )
