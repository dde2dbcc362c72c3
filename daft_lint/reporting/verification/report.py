"""The report on a verification, for every output format."""

from __future__ import annotations

from daft_lint.records import dataclass, replace
from daft_lint.reporting.report import Report
from daft_lint.verification.verdict import Verification, Verified


@dataclass(frozen=True, slots=True)
class VerificationReport:
    """The findings of linting, and the verdicts of real runs.

    Only what was verified is reported: `report` may have more findings. `unflagged` are the runs of
    work in which nothing was found, None where these weren't asked for. `unread` says that a file
    is no program.
    """

    report: Report
    verified: Verified
    unflagged: tuple[Verification, ...] | None = None
    unread: bool = False

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
