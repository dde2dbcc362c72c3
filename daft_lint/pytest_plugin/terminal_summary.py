"""The section that daft-lint adds to the summary of pytest."""

from __future__ import annotations

import linecache
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace

from daft_lint import __version__
from daft_lint.findings import Finding, Related
from daft_lint.judgement import Judgement, Status
from daft_lint.pytest_plugin.finding_locations import RUNS
from daft_lint.pytest_plugin.outcome import Outcome
from daft_lint.reporting.formats import renderer
from daft_lint.reporting.phrases import by_severity, counted, judged
from daft_lint.reporting.report import Failure, Report, Style

_MOST_PLACES = 3


def summary_text(
    findings: Sequence[Finding],
    plans: Mapping[str, Sequence[str]],
    style: Style,
    *,
    failures: Sequence[Failure] = (),
    form: str = "full",
) -> str:
    """Findings as `daft-lint check` reports them. `plans` are lines of plans, by their path."""
    report = Report(
        findings=tuple(map(_with_few_places, findings)),
        failures=tuple(failures),
        files_checked=0,
        suppressed=0,
        version=__version__,
        rules=tuple,
        source_line=_lines_of(plans),
    )
    return str(renderer(form)(report, style))


def closing(outcome: Outcome) -> str:
    """What the run came to, in one line."""
    parts = [f"{counted(outcome.frames, 'frame')} checked: {_found(outcome.findings)}."]
    if outcome.judgements:
        parts.append(judged(outcome.judgements, hint=_open_hint(outcome.judgements)))
    if outcome.suppressed:
        parts.append(f"{counted(len(outcome.suppressed), 'finding')} suppressed.")
    if outcome.failures:
        parts.append(f"{counted(len(outcome.failures), 'plan')} could not be checked.")
    if outcome.lost:
        workers = counted(outcome.lost, "worker")
        parts.append(f"The frames of {workers} that crashed weren't checked.")
    return " ".join(parts)


def _open_hint(judgements: Sequence[Judgement]) -> str:
    is_open = any(judgement.status is Status.OPEN for judgement in judgements)
    return " (print(daft_lint.check(df)) shows what isn't known)" if is_open else ""


def _with_few_places(finding: Finding) -> Finding:
    """The finding without most of the places that run what it is about."""
    runs = [related for related in finding.related if related.message == RUNS]
    if len(runs) <= _MOST_PLACES:
        return finding
    more = f"{RUNS}, and at {counted(len(runs) - _MOST_PLACES, 'more place')}"
    others = (related for related in finding.related if related.message != RUNS)
    few = (*runs[: _MOST_PLACES - 1], Related(runs[_MOST_PLACES - 1].span, more))
    return replace(finding, related=(*others, *few))


def _found(findings: Sequence[Finding]) -> str:
    if not findings:
        return "no findings"
    return f"{counted(len(findings), 'finding')} ({by_severity(findings)})"


def _lines_of(plans: Mapping[str, Sequence[str]]) -> Callable[[str, int], str | None]:
    """A line of a plan or of a file, None when there is none."""

    def line_of(path: str, number: int) -> str | None:
        if path not in plans:
            return linecache.getline(path, number).rstrip("\r\n") or None
        lines = plans[path]
        return lines[number - 1] if 0 < number <= len(lines) else None

    return line_of
