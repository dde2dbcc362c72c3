"""Findings written out for a person: code, frames, actors, remedy."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence

from rich.text import Text

from daft_lint.findings import Confidence, Effect, Finding, Severity
from daft_lint.reporting.actors import actor_lines
from daft_lint.reporting.alike import as_one_with_numbers
from daft_lint.reporting.hanging_indent import left_out, note, note_indent
from daft_lint.reporting.headlines import failed, margin_of, opened, readable
from daft_lint.reporting.money import lost_of_cost
from daft_lint.reporting.open_work import open_work, written_questions
from daft_lint.reporting.phrases import (
    closing_hints,
    counted,
    idle_of,
    is_all_clear,
    page_of,
    summary,
    utilisation_of,
)
from daft_lint.reporting.printable import on_one_line, place
from daft_lint.reporting.report import Report, Style
from daft_lint.reporting.text_layout import end_of, painted, wrapped

_SCREEN = 40
"""The lines of a first answer: as many findings are shown whole as leave room for the rest."""
_FEW = 5
"""So many findings are shown whole; of more, the worst few, and a line for each other one."""
_WHOLE = 3
_MOST_LINES = 8
"""Up to so many others get a line each; of more, each rule does: a first run fits on one screen."""


def written_out(report: Report, style: Style) -> str:
    """A paragraph per finding, the failures, and the summary."""
    style = readable(style)
    numbers = [] if style.verbose else list(as_one_with_numbers(report.findings))
    findings = report.findings if style.verbose else tuple(finding for finding, _ in numbers)
    if style.verbose or len(findings) <= _FEW:
        return painted(_answer(report, findings, (), style), style)
    for most in range(_WHOLE, 0, -1):
        whole = _worst(findings, most)
        shown = {id(finding) for finding in whole}
        rest = [pair for pair in numbers if id(pair[0]) not in shown]
        lines = _answer(report, whole, rest, style)
        if len(lines) <= _SCREEN:
            break
    return painted(lines, style)


def _answer(
    report: Report, whole: Sequence[Finding], rest: Sequence[tuple[Finding, int]], style: Style
) -> list[Text]:
    """All lines: some findings whole, the `rest` in a line each, and what ends a run.

    The rest comes with how many findings each one stands for.
    """
    lines: list[Text] = []
    for finding in whole:
        lines += [*_finding(finding, report, style), Text()]
    if rest:
        number = sum(stands_for for _, stands_for in rest)
        lines += [Text(f"{counted(number, 'more problem')} (-v shows them whole):")]
        lines += [*_in_lines(rest, style), Text()]
    for failure in report.failures:
        lines += [*failed(failure, style), Text()]
    lines += open_work(report, style)
    return lines + (_closing(report, whole, style) if style.summary else [])


def _worst(findings: Sequence[Finding], most: int) -> tuple[Finding, ...]:
    """At most so many findings, which a person should read first, in the order of places.

    Each is the worst of its rule; a second one of a rule comes after those of all others, and only
    where it is more than a hint: one new name in place of an old one is read like the next. What
    surely or probably idles comes before all else: an error shows itself when the program runs.
    """
    firsts: dict[str, Finding] = {}
    others: dict[str, Finding] = {}
    for finding in sorted(findings, key=_badness, reverse=True):
        first = firsts.setdefault(finding.code, finding)
        if first.message != finding.message and finding.severity > Severity.INFO:
            others.setdefault(finding.message, finding)
    idle = [finding for finding in firsts.values() if _tells_of_idling(finding)][:1]
    other = (finding for finding in (*firsts.values(), *others.values()) if finding not in idle)
    worst = [*idle, *other][:most]
    return tuple(sorted(worst, key=lambda finding: finding.sort_key))


def _tells_of_idling(finding: Finding) -> bool:
    return finding.effect is not None and finding.severity > Severity.INFO


def _badness(finding: Finding) -> tuple[object, ...]:
    lost = 0.0 if finding.effect is None else 1 - finding.effect.utilisation.high
    return finding.severity, finding.confidence, lost


def _in_lines(rest: Sequence[tuple[Finding, int]], style: Style) -> Iterator[Text]:
    """A line each; of many, one for each rule with its first place, the most frequent first."""
    if len(rest) <= _MOST_LINES:
        yield from (_in_a_line(finding, style) for finding, _ in rest)
        return
    counts: Counter[str] = Counter()
    for finding, number in rest:
        counts[finding.code] += number
    rules = counts.most_common()
    few = rules if len(rules) <= _MOST_LINES else rules[: _MOST_LINES - 1]
    for code, number in few:
        first = next(finding for finding, _ in rest if finding.code == code)
        yield _in_a_line(first, style, others=number - 1)
    left = ", ".join(f"{number:,} {code}" for code, number in rules[len(few) :])
    if left:
        yield Text(f"… and {left}")


def _in_a_line(finding: Finding, style: Style, others: int = 0) -> Text:
    """The code, the end of the place, how many `others` there are, and the message cut to fit."""
    more = f" and {others:,} more" if others else ""
    where = end_of(place(finding.span.place), style.width // 2 - len(more))
    line = Text(f"{finding.code} {where}{more}: {on_one_line(finding.message)}")
    line.truncate(style.width, overflow="ellipsis")
    return line


def _finding(finding: Finding, report: Report, style: Style) -> list[Text]:
    margin_cells = margin_of(finding, style)
    lines = opened(finding, report.source_line, style) + notes_of(finding, margin_cells, style)
    page = page_of(finding.code, finding.name) if style.verbose else None
    return lines if page is None else lines + note("more", page, margin_cells, style)


def notes_of(
    finding: Finding, margin_cells: int, style: Style, *, effect: bool = True
) -> list[Text]:
    """The notes below the code of a finding; without its `effect` where that was shown."""
    lines: list[Text] = []
    if effect and finding.effect is not None:
        lines += _effect(finding.effect, margin_cells, style)
    lost = lost_of_cost(finding)
    if lost is not None:
        lines += note("lost", lost, margin_cells, style)
    fixes = finding.fixes if style.verbose else finding.fixes[:1]
    for fix in fixes:
        lines += note("help", fix.message, margin_cells, style, color="bold green")
    if len(fixes) < len(finding.fixes):
        more = counted(len(finding.fixes) - len(fixes), "more remedy", "more remedies")
        lines.append(left_out(more, margin_cells))
    for label, text in _grounds(finding, style):
        lines += note(label, text, margin_cells, style)
    return lines


def _grounds(finding: Finding, style: Style) -> Iterator[tuple[str, str]]:
    """Confidence and assumptions, unless verbose in a few words or none."""
    assumed, confidence = finding.assumptions, finding.confidence
    if style.verbose:
        yield from (("assuming", text) for text in assumed)
        yield "confidence", confidence.value
    elif assumed:
        yield (
            "confidence",
            f"{confidence.value}, with {counted(len(assumed), 'assumption')} (shown with -v)",
        )
    elif confidence is not Confidence.CERTAIN:
        yield "confidence", confidence.value


def _effect(effect: Effect, margin_cells: int, style: Style) -> list[Text]:
    figures = (idle_of(effect), utilisation_of(effect))
    outcome = " · ".join(figure for figure in figures if figure is not None)
    label = f"idle {effect.unit.plural}"
    return note(label, outcome, margin_cells, style) + bars_of(effect, margin_cells, style)


def bars_of(effect: Effect, margin_cells: int, style: Style) -> list[Text]:
    """The rows of each actor as bars below a note, where they are known."""
    indent = note_indent(margin_cells)
    width = style.width - len(indent)
    bars = actor_lines(effect.shares or (), width, unit=effect.unit)
    return [Text(indent).append(bar) for bar in bars]


def _closing(report: Report, whole: Sequence[Finding], style: Style) -> list[Text]:
    color = "bold green" if is_all_clear(report) else "bold"
    text = summary(report, shown=bool(written_questions(report, style)))
    lines = [Text(line, color) for line in wrapped(text, style.width)]
    for hint in closing_hints(report):
        lines += (Text(line) for line in wrapped(hint, style.width))
    if whole:
        lines.append(Text(f"More about a rule: daft-lint rule {whole[0].code}"))
    return lines
