"""Work that could not be judged: the missing facts, how they decide, how to give them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from rich.text import Text

from daft_lint.judgement import Judgement, Status
from daft_lint.reporting.hanging_indent import hanging
from daft_lint.reporting.printable import on_one_line
from daft_lint.reporting.questions import Question, shown_questions, without_rule
from daft_lint.reporting.report import Report, Style

_INDENT = " " * 6
# So many questions are shown with their conditions: fewer where there are findings too.
_MOST_WHOLE, _MOST_BRIEF = 2, 1
_MOST_FINDINGS = 5
_COLORS = {Status.BAD: "bold red", Status.POSSIBLE: "bold cyan"}


def open_work(report: Report, style: Style) -> Iterator[Text]:
    """The lines about open work, and what else no finding tells; if asked for, about all."""
    shown = written_questions(report, style)
    brief = not style.verbose and len(shown) > (_MOST_BRIEF if report.findings else _MOST_WHOLE)
    for question in shown:
        yield from question_lines(question, style, brief=brief)
        yield from () if brief else (Text(),)
    yield from (Text(),) if brief else ()
    if not style.summary:
        return
    told = without_rule(report.judgements)
    yield from _judged(told, style)
    if style.verbose:
        rest = [each for each in report.judgements if each not in told]
        for status in (Status.POSSIBLE, Status.GOOD, Status.GOOD_NATIVELY):
            yield from _judged([each for each in rest if each.status is status], style)


def written_questions(report: Report, style: Style) -> tuple[Question, ...]:
    """The questions that are written out: beside many findings only if asked for."""
    many = len(report.findings) > _MOST_FINDINGS and not style.verbose
    return () if many else shown_questions(report, style)


def _judged(judgements: Sequence[Judgement], style: Style) -> Iterator[Text]:
    for judgement in judgements:
        label = judgement.status.value
        color = _COLORS.get(judgement.status, "bold green")
        head = Text.assemble((label, color), " " * max(1, len(_INDENT) - len(label)))
        yield from hanging(
            head, f"{judgement.span.place}: `{judgement.work}`: {judgement.result}", "", style
        )
    yield from [Text()] if judgements else []


def question_lines(question: Question, style: Style, *, brief: bool) -> Iterator[Text]:
    """The open work, the conditions, and the ways to tell daft-lint.

    In `brief`: only the open work and the hints to add, or else the commands that measure.
    """
    first = question.first
    names = on_one_line(f"{first.span.place}: {question.names}")
    head = Text.assemble(("open", "bold cyan"), "  ")
    yield from hanging(head, f"{names}: {question.text}", "", style)
    lines = question.answers or question.instructions
    for line in lines if brief else (*question.conditions, *question.instructions):
        yield from hanging(Text(_INDENT), line, "", style)
