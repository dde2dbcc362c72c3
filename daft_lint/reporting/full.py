"""`full`: what is wrong, where, why, and what to do about it, for a person."""

from __future__ import annotations

from daft_lint.reporting.phrases import summary
from daft_lint.reporting.report import Report, Style


def render(report: Report, style: Style) -> str:
    """A paragraph per finding, the failures, what was fixed if asked for, and the summary."""
    if not (report.findings or report.failures or report.judgements or style.color):
        # Most runs end here, and don't need the modules that draw.
        return f"{summary(report)}\n" if style.summary else ""
    from daft_lint.reporting.paragraphs import written_out

    return written_out(report, style)
