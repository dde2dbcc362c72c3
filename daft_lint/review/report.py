"""What every output format of a review gets to render."""

from __future__ import annotations

from daft_lint.event_log.runs import Run
from daft_lint.findings import Finding
from daft_lint.records import dataclass, replace
from daft_lint.reporting.report import Report
from daft_lint.review.runs import ReviewedProblem, ReviewedRun
from daft_lint.review.wording import loss_of


@dataclass(frozen=True, slots=True)
class Review:
    """Runs that were judged, and their problems, the costliest first.

    `unused` are the runs of no known pipeline, and why. `report` tells of the rules and the code.
    """

    runs: tuple[ReviewedRun, ...]
    problems: tuple[ReviewedProblem, ...]
    unused: tuple[tuple[Run, str], ...]
    report: Report

    @property
    def failing(self) -> int:
        """How many runs have a problem."""
        return sum(1 for run in self.runs if run.findings)

    @property
    def linted(self) -> Report:
        """The report of linting, with a finding for each problem that tells what it cost."""
        findings = sorted(map(_finding, self.problems), key=lambda finding: finding.sort_key)
        return replace(self.report, findings=tuple(findings))


def _finding(problem: ReviewedProblem) -> Finding:
    finding = problem.finding
    return replace(finding, message=f"{finding.message}; {loss_of(problem)}")
