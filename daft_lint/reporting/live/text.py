"""The report on a live plan: what rules find in it, and the plan as `pipelines` shows it."""

from __future__ import annotations

from collections.abc import Iterator

from rich.text import Text

from daft_lint.findings import Finding
from daft_lint.judgement import Judgement, Status
from daft_lint.live_plan.lines import PATH
from daft_lint.plan.cluster import RunnerKind
from daft_lint.plan.unit import Unit
from daft_lint.records import dataclass, replace
from daft_lint.reporting.hanging_indent import hanging
from daft_lint.reporting.headlines import failed, margin_of, opened, readable
from daft_lint.reporting.paragraphs import notes_of
from daft_lint.reporting.phrases import by_severity, counted, judged
from daft_lint.reporting.pipelines.text import pipeline_lines
from daft_lint.reporting.printable import on_one_line
from daft_lint.reporting.report import Failure, Style
from daft_lint.reporting.text_layout import painted
from daft_lint.rule import Case
from daft_lint.rule_parts.rule_failures import RuleFailure

_HAS_RUN = "This frame has already run: this is the plan that made it."
_NATIVE = (
    "Judged for the native runner, whose pools are processes of one worker; pass a cluster to "
    "check() to judge the plan for Ray."
)
_UNKNOWN_WORKERS = "The number of workers is unknown: pass cluster={'workers': 4}."


@dataclass(frozen=True, slots=True)
class Sheet:
    """A plan that was judged, the lines that places in it count in, and what was found.

    `failures` are rules that raised. `judgements` tell how each piece of work was judged. `has_run`
    says that the frame holds its rows already.
    """

    case: Case
    text: str
    findings: tuple[Finding, ...] = ()
    failures: tuple[RuleFailure, ...] = ()
    judgements: tuple[Judgement, ...] = ()
    has_run: bool = False

    @property
    def summary(self) -> str:
        """The outcome in a few sentences."""
        return " ".join(_summary(self))

    def source_line(self, path: str, number: int) -> str | None:
        """The text of a line of the plan; None for one of a file."""
        lines = self.text.splitlines()
        known = path == PATH and 0 < number <= len(lines)
        return lines[number - 1] if known else None


def render(sheet: Sheet, style: Style) -> str:
    """The plan as lines of text, each ended."""
    return painted(lines_of(sheet, style), style)


def lines_of(sheet: Sheet, style: Style) -> Iterator[Text]:
    """The same as lines of styled text, none wider than the style where that can be."""
    # A Python object has no `--verbose`.
    style = replace(readable(style), verbose=True)
    for sentence in _opening(sheet):
        yield from (*hanging(Text(), sentence, "", style), Text())
    for finding in sheet.findings:
        yield from opened(finding, sheet.source_line, style)
        # The rows of a pool's actors stand below.
        is_told = finding.effect is not None and finding.effect.unit is not Unit.WORKER
        yield from notes_of(finding, margin_of(finding, style), style, effect=not is_told)
        yield Text()
    for failure in sheet.failures:
        yield from failed(Failure(sheet.case.pipeline.name, failure.message), style)
        yield Text()
    yield from pipeline_lines(sheet.case, style)
    yield Text()
    is_open = any(judgement.status is Status.OPEN for judgement in sheet.judgements)
    color = "bold" if sheet.failures or is_open or sheet.findings else "bold green"
    yield from hanging(Text(), on_one_line(sheet.summary), color, style)


def _opening(sheet: Sheet) -> Iterator[str]:
    """What the table doesn't say: that the plan has run, and what makes it one of a cluster."""
    if sheet.has_run:
        yield _HAS_RUN
    if sheet.case.runner.kind is RunnerKind.NATIVE:
        yield _NATIVE
    elif sheet.case.pipeline.cluster.workers is None:
        yield _UNKNOWN_WORKERS


def _summary(sheet: Sheet) -> Iterator[str]:
    findings = sheet.findings
    if findings:
        yield f"{counted(len(findings), 'problem')} ({by_severity(findings)})."
    else:
        yield "No problems found."
    if sheet.judgements:
        yield judged(sheet.judgements)
    if sheet.failures:
        yield f"{counted(len(sheet.failures), 'rule')} failed."
    if findings:
        yield f"More about a rule: daft-lint rule {findings[0].code}"
