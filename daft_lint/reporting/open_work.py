"""Work that could not be judged: what is missing, what would decide it, how to tell it."""

from __future__ import annotations

from collections.abc import Iterator

from rich.text import Text

from daft_lint.judgement import Status
from daft_lint.reporting.hanging import hanging
from daft_lint.reporting.printable import on_one_line
from daft_lint.reporting.questions import Question, shown_questions
from daft_lint.reporting.report import Report, Style

_INDENT = " " * 6


def open_work(report: Report, style: Style) -> Iterator[Text]:
    """What is shown of open work; where everything is asked for, of good work too."""
    for question in shown_questions(report, style):
        yield from question_lines(question, style)
        yield Text()
    if style.verbose and style.summary:
        good = [one for one in report.judgements if one.status is Status.GOOD]
        for one in good:
            head = Text.assemble(("good", "bold green"), "  ")
            yield from hanging(head, f"{one.span.place}: `{one.work}`: {one.result}", "", style)
        yield from [Text()] if good else []


def question_lines(
    question: Question, style: Style, *, with_answers: bool = True
) -> Iterator[Text]:
    """What is open, the conditions, and unless they are known there, the ways to tell daft-lint."""
    first = question.first
    names = on_one_line(f"{first.span.place}: {question.names}", unicode=style.unicode)
    head = Text.assemble(("open", "bold cyan"), "  ")
    yield from hanging(head, f"{names}: {question.text}", "", style)
    ways = (("tell it", first.answers), ("measure it", first.measures)) if with_answers else ()
    told = (f"{label}: {', or '.join(each)}" for label, each in ways if each)
    for line in (*question.conditions, *told):
        yield from hanging(Text(_INDENT), line, "", style)
