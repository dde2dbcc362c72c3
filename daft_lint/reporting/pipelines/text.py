"""`text`: each pipeline as it runs, its UDFs and their predictions, for a person."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from rich.text import Text

from daft_lint.judgement import Judgement, Status
from daft_lint.judging.judged_work import judgement_of
from daft_lint.judging.pools import effect_of
from daft_lint.plan.pipeline import UdfCall
from daft_lint.records import replace
from daft_lint.reporting.actors import actor_lines
from daft_lint.reporting.hanging_indent import GAP, INDENT, QUIET, columns, paragraph
from daft_lint.reporting.phrases import counted
from daft_lint.reporting.pipelines.facts import Fact, facts_of, surroundings
from daft_lint.reporting.pipelines.outline import Side, Use, outline, uses
from daft_lint.reporting.pipelines.phrases import doubts, line_of, udf_kind, where_used
from daft_lint.reporting.pipelines.steps import step_lines
from daft_lint.reporting.printable import on_one_line
from daft_lint.reporting.questions import questions
from daft_lint.reporting.report import Style
from daft_lint.reporting.text_layout import painted
from daft_lint.rule import Case
from daft_lint.scheduling.prediction.predict import WorkPrediction

_NARROWEST = 40
_WIDEST = 100
_IDLE_COLOR = "bold red"


def render(cases: Sequence[Case], style: Style) -> str:
    """A paragraph per pipeline, and how many there are."""
    if not cases:
        return "No pipelines found.\n"
    style = replace(style, width=max(_NARROWEST, min(style.width, _WIDEST)))
    lines = [line for case in cases for line in (*pipeline_lines(case, style), Text())]
    closing = [Text(_closing(cases), "bold")] if style.summary else []
    return painted([*lines, *closing] if closing else lines[:-1], style)


def _closing(cases: Sequence[Case]) -> str:
    files = {case.pipeline.plan.source.span.path for case in cases}
    return f"{counted(len(cases), 'pipeline')} in {counted(len(files), 'file')}."


def pipeline_lines(case: Case, style: Style) -> Iterator[Text]:
    """A pipeline: where it runs, its steps, and what is predicted of each UDF."""
    side, home = outline(case), case.pipeline.plan.source.span.path
    yield from run_lines(side, case, home, style)
    # Pipelines that may run on a cluster are open.
    for use in uses(case, side, with_local=case.runner.taken):
        yield Text()
        yield from use_lines(use, case, home, style)
    unused = case.judged.optimised.unused
    if unused:
        yield Text()
    for line in dict.fromkeys(_unused(call, home) for call in unused):
        yield from paragraph(INDENT, line, "", style)


def run_lines(side: Side, case: Case, home: str, style: Style) -> Iterator[Text]:
    """Where a pipeline runs, and its steps, for a reader of the file `home`."""
    yield heading(case)
    yield from _aligned(surroundings(case, home), INDENT, style)
    yield Text()
    yield from step_lines(side, case, home, style)


def heading(case: Case) -> Text:
    """The name of a pipeline, and where it starts."""
    name, place = (
        on_one_line(text) for text in (case.pipeline.name, case.pipeline.plan.source.span.place)
    )
    return Text.assemble((name, "bold cyan"), f"{GAP}{place}")


def _aligned(facts: Iterable[Fact], indent: str, style: Style) -> Iterator[Text]:
    facts = list(facts)
    cells = [(Text(each.label), Text(each.value, _color_of(each))) for each in facts]
    for fact, head in zip(facts, columns(cells), strict=True):
        yield from paragraph(Text.assemble(indent, head, GAP), fact.origin, QUIET, style)


def _color_of(fact: Fact) -> str:
    return _IDLE_COLOR if fact.bad else "bold"


def use_lines(use: Use, case: Case, home: str, style: Style) -> Iterator[Text]:
    """A use of a UDF: its options and its prediction, for a reader of the file `home`."""
    name = on_one_line(use.call.udf.name)
    head = Text.assemble(INDENT, (name, "bold"), GAP)
    kind = [] if use.call.udf.builtin else [udf_kind(use.call.udf)]
    yield from paragraph(head, ", ".join((*kind, where_used(use.call, home))), QUIET, style)
    yield from _aligned(facts_of(use, case, home), 2 * INDENT, style)
    if use.pool is not None:
        yield from _bars(use.pool, style)
    if use.work is not None and use.work.tasks.high >= 1:
        yield from _judged(judgement_of(case, use.work), use.work, style)
    if use.work is not None and not use.call.udf.builtin:
        for doubt in doubts(use.work, home):
            yield from paragraph(f"{2 * INDENT}assuming: ", doubt, "", style)


def _judged(judgement: Judgement, work: WorkPrediction, style: Style) -> Iterator[Text]:
    """The facts that decide open work, or what chance leaves of it, as in `check`."""
    if judgement.status is Status.POSSIBLE or (
        judgement.status is Status.GOOD and work.idle.high >= 1
    ):
        head = Text.assemble(2 * INDENT, (judgement.status.value, "bold green"), GAP)
        yield from paragraph(head, judgement.result, "", style)
    for question in questions([judgement]):
        head = Text.assemble(2 * INDENT, ("open", "bold cyan"), GAP)
        indent = " " * head.cell_len
        yield from paragraph(head, question.text, "", style)
        for condition in question.conditions:
            yield from paragraph(indent, condition, "", style)


def _bars(pool: WorkPrediction, style: Style) -> Iterator[Text]:
    shares = effect_of(pool).shares
    if shares:
        indent = 2 * INDENT
        for bar in actor_lines(shares, style.width - len(indent), unit=pool.unit):
            yield Text(indent).append(bar)


def _unused(call: UdfCall, home: str) -> str:
    column = "its result" if call.output is None else f'its column "{call.output}"'
    return f"{call.udf.name} on {line_of(call.span, home)} never runs: {column} is never used."
