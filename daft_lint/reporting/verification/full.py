"""`full`: each finding, its verdict and the evidence, for a person."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from rich.text import Text

from daft_lint.findings import ActorShare
from daft_lint.records import replace
from daft_lint.reporting.actors import actor_lines
from daft_lint.reporting.code_frame import margin_width
from daft_lint.reporting.hanging_indent import note, note_indent
from daft_lint.reporting.headlines import failed, opened, readable
from daft_lint.reporting.phrases import units
from daft_lint.reporting.printable import place
from daft_lint.reporting.report import Style
from daft_lint.reporting.text_layout import painted, wrapped
from daft_lint.reporting.verification.phrases import (
    circumstances,
    helps,
    is_wanting,
    prediction_of,
    remedy_of,
    result,
    summary,
)
from daft_lint.reporting.verification.report import VerificationReport
from daft_lint.reporting.verification.table import table
from daft_lint.verification.observation import Trial
from daft_lint.verification.unflagged import outcome, status
from daft_lint.verification.verdict import Gain, Verdict, Verification

_COLORS = {
    Verdict.CONFIRMED: "bold red",
    Verdict.REFUTED: "bold green",
    Verdict.INCONCLUSIVE: "bold yellow",
}
_GAIN_COLORS = {
    Gain.HELPS: "bold green",
    Gain.DOES_NOT_HELP: "bold red",
    Gain.NO_DIFFERENCE: "bold",
    Gain.NOT_MEASURED: "bold",
}
_STATUS_COLORS = {"fine": "bold green", "idles": "bold red", "not run": "bold yellow"}
_HELP_COLORS = {"help": "bold green", "tried": "bold"}


def render(report: VerificationReport, style: Style) -> str:
    """A paragraph per finding, the failures, and the summary."""
    # A verification is about details.
    style = replace(readable(style), verbose=True)
    lines: list[Text] = []
    for verification in report.verifications:
        lines += [*verification_lines(verification, report.report.source_line, style), Text()]
    return painted(lines + closing_lines(report, style), style)


def verification_lines(
    verification: Verification, source_line: Callable[[str, int], str | None], style: Style
) -> Iterator[Text]:
    """A finding with its verdict and the evidence; where nothing ran, only why."""
    if verification.before is None and verification.verdict is Verdict.INCONCLUSIVE:
        yield from _not_run(verification, style)
        return
    yield from opened(verification.finding, source_line, style)
    yield from _judged(verification, style)


def closing_lines(report: VerificationReport, style: Style) -> list[Text]:
    """Work without a finding, the failures, what runs of all work came to, and the summary."""
    lines: list[Text] = []
    for other in report.unflagged or ():
        lines += [*_unflagged(other, style), Text()]
    for failure in report.report.failures:
        lines += [*failed(failure, style), Text()]
    if report.unflagged is not None:
        lines += [Text(line, "bold") for line in wrapped(result(report), style.width)]
    if style.summary:
        color = _closing_color(report)
        lines += [Text(line, color) for line in wrapped(summary(report), style.width)]
    return lines


def _unflagged(verification: Verification, style: Style) -> Iterator[Text]:
    """Work without a finding: its outcomes, and what ran."""
    what, became = f"`{verification.finding.message}`: no finding", status(verification)
    color = _STATUS_COLORS[became]
    yield from _in_short(verification, what, became, outcome(verification), color, style)


def _not_run(verification: Verification, style: Style) -> Iterator[Text]:
    """Where nothing ran, just that: `check` shows the finding itself."""
    finding, verdict = verification.finding, verification.verdict
    what, color = f"{finding.code} {finding.name}", _COLORS[verdict]
    yield from _in_short(verification, what, verdict.value, verification.reason, color, style)


def _in_short(
    verification: Verification, what: str, became: str, why: str, color: str, style: Style
) -> Iterator[Text]:
    """The place and `what` stands there, what `became` of it, and what ran."""
    yield Text(f"{place(verification.finding.span.exact_place)}: {what}")
    yield from note(became.upper(), why, 2, style, color=color)
    for label, text in circumstances(verification):
        yield from note(label, text, 2, style)


def _judged(verification: Verification, style: Style) -> Iterator[Text]:
    """The verdict, the figures, the remedy, and the evidence."""
    finding, verdict = verification.finding, verification.verdict
    margin_cells = margin_width(finding.spans)

    def noted(label: str, text: str, color: str = "bold") -> list[Text]:
        return note(label, text, margin_cells, style, color=color)

    yield from noted(verdict.value.upper(), verification.reason, _COLORS[verdict])
    indent = note_indent(margin_cells)
    for line in _figures(verification, style.width - len(indent)):
        yield Text(indent).append(line)
    if verification.before is None and finding.effect is not None:
        yield from noted("predicted", prediction_of(finding.effect))
    remedy = remedy_of(verification)
    if remedy is not None:
        yield from noted(*remedy, _GAIN_COLORS[verification.gain])
    for label, text in helps(verification):
        yield from noted(label, text, _HELP_COLORS[label])
    for assumption in finding.assumptions:
        yield from noted("assuming", assumption)
    for label, text in circumstances(verification):
        yield from noted(label, text)


def _figures(verification: Verification, width: int) -> Iterator[Text]:
    """The table and the bars of the typical trial."""
    before = verification.before
    if before is None:
        return
    after = verification.after if is_wanting(verification) else None
    mark = "made-up numbers" if verification.made_up else ""
    yield from table(before, after, verification.gain, width, mark)
    yield from _bars(before.typical, width)


def _bars(trial: Trial, width: int) -> Iterator[Text]:
    actors = trial.occupancy.actors
    if actors:
        shares = tuple(ActorShare(actor.worker + 1, actor.rows) for actor in actors)
        yield from actor_lines(shares, width, unit=trial.unit)
    missing = trial.asked - len(actors)
    if missing:
        yield Text(f"{units(missing, trial.unit)} never started", "bold red")


def _closing_color(report: VerificationReport) -> str:
    if report.verified.count(Verdict.CONFIRMED) or report.report.failures:
        return _COLORS[Verdict.CONFIRMED]
    if report.verified.count(Verdict.INCONCLUSIVE):
        return _COLORS[Verdict.INCONCLUSIVE]
    return _COLORS[Verdict.REFUTED]
