"""Parts of a pipeline in Markdown, for editors: a use of a UDF, a step, the run as a whole.

The reader has the file `home` open.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from rich.cells import cell_len

from daft_lint.plan.pipeline import Operator, Pipeline, Source
from daft_lint.plan.span import Span
from daft_lint.pools import counted, effect_of
from daft_lint.reporting.actors import actor_lines
from daft_lint.reporting.pipelines.facts import Fact, facts_of, surroundings
from daft_lint.reporting.pipelines.outline import Running, Use, outline, running, uses
from daft_lint.reporting.pipelines.phrases import (
    doubts,
    line_of,
    named_origins,
    origins_of,
    outcomes_of,
    remarks,
    title,
    udf_kind,
    why_dropped,
)
from daft_lint.reporting.printable import on_one_line
from daft_lint.rule import Case
from daft_lint.scheduling.optimiser.optimiser_rules import Dropped
from daft_lint.scheduling.partitions.partitioning import Partitioning
from daft_lint.scheduling.prediction.predict import WorkPrediction

_WIDTH = 60
# An underscore inside of a word is only itself.
_SPECIAL = re.compile(r"([\\`*{}\[\]<>#|~]|(?<![A-Za-z0-9])_|_(?![A-Za-z0-9]))")

# Markup in Markdown, and its escapes.
_MARKS = re.compile(r"\\(.)|\*\*|`")


def pipelines_line(pipelines: Iterable[Pipeline], home: str, most: int) -> str:
    """The pipelines that a text is about, by name and source; at most `most` are named."""
    places = ((pipeline.name, line_of(pipeline.plan.source.span, home)) for pipeline in pipelines)
    named = list(dict.fromkeys(f"{_code(name)} (source: {_plain(line)})" for name, line in places))
    if len(named) == 1:
        return f"In the pipeline {named[0]}:"
    more = [f"{len(named) - most} more"] if len(named) > most else []
    return f"In the pipelines {', '.join((*named[:most], *more))}:"


def use_lines(use: Use, case: Case, home: str) -> Iterator[str]:
    """A use of a UDF: its options and its prediction."""
    udf = use.call.udf
    yield f"**{_code(udf.name)}**: {udf_kind(udf)}, used on {_plain(line_of(use.call.span, home))}"
    yield ""
    facts = facts_of(use, case, home)
    if use.work is not None:
        facts += surroundings(case, home)
    yield from _table(facts)
    if use.work is not None:
        yield from _rows_of_each(use.work)
        yield from _assumed(use.work, home)


def _rows_of_each(work: WorkPrediction) -> Iterator[str]:
    shares = effect_of(work).shares
    yield ""
    if not shares:
        yield f"Rows per {work.unit.value}: unknown."
        return
    lines = actor_lines(shares, _WIDTH, unicode=True, unit=work.unit)
    yield "```text"
    yield from (line.plain.rstrip() for line in lines)
    yield "```"


def _assumed(pool: WorkPrediction, home: str) -> Iterator[str]:
    notes = [_plain(doubt) for doubt in doubts(pool, home)]
    if notes:
        yield ""
        yield "Assuming:"
        yield ""
        yield from (f"- {note}" for note in notes)


def step_lines(row: Running | Dropped, case: Case, home: str) -> Iterator[str]:
    """A step: the partitions it gets and makes, its heavy expressions, whose tasks it decides."""
    if isinstance(row, Dropped):
        yield f"**{_code(title(row.operator))}** doesn't run"
        yield ""
        yield _sentence(_plain(why_dropped(row, home)))
        return
    step = row.step
    yield f"**{_code(title(step.operator))}**"
    yield ""
    before, after = step.before, step.after
    yield from _aligned(
        ("", "before", "after"),
        ("---", "---:", "---:"),
        ("partitions", str(before.count), str(after.count)),
        ("rows", str(before.rows), str(after.rows)),
    )
    notes = [*remarks(step), *named_origins(step.operator.count, home)]
    if notes:
        yield ""
        yield from (f"- {_plain(note)}" for note in notes)
    works = [use.work for use in uses(case, outline(case)) if use.work is not None]
    concerned = [work for work in works if _concerns(step.operator, work)]
    if concerned:
        yield ""
        yield from (f"- {_work(prediction)}" for prediction in concerned)


def _concerns(operator: Operator, work: WorkPrediction) -> bool:
    """Whether a step decides the tasks of some work, or is it."""
    own = work.call.udf.builtin and work.call.span == operator.span
    return own or any(each_operator.span == operator.span for each_operator in work.upstream)


def source_lines(source: Source, start: Partitioning, home: str) -> Iterator[str]:
    """A source: the partitions and rows that a pipeline starts with."""
    yield f"**{_code(source.name)}**"
    yield ""
    yield from _table(
        (
            Fact("partitions", str(start.count), origins_of(source.partitions, home)),
            Fact("rows", str(start.rows), origins_of(source.rows, home)),
        )
    )


def run_lines(case: Case, home: str) -> Iterator[str]:
    """A pipeline as it runs: where, its steps, and its actors."""
    pipeline, side = case.pipeline, outline(case)
    yield f"**{_code(pipeline.name)}** as it runs"
    yield ""
    yield from _table(surroundings(case, home))
    yield ""
    source, rows = side.source, [row.step for row in running(side)]
    yield from _aligned(
        ("line", "step", "partitions", "rows"),
        ("---:", "---", "---:", "---:"),
        _row(source.span, source.name, side.start, home),
        *(_row(row.operator.span, title(row.operator), row.after, home) for row in rows),
    )
    works = [use.work for use in uses(case, side) if use.work is not None]
    if works:
        yield ""
        yield from (f"- {_work(work)}" for work in works)


def _work(work: WorkPrediction) -> str:
    """The prediction of some work in one line."""
    notes = ", ".join((counted(work.tasks, "task"), *outcomes_of(work)))
    return f"{_code(work.call.udf.name)}: {_plain(notes)}"


def _row(span: Span, step: str, after: Partitioning, home: str) -> tuple[str, ...]:
    line = _plain(line_of(span, home).removeprefix("line "))
    return line, _cell(_code(step)), str(after.count), str(after.rows)


def _table(facts: Iterable[Fact]) -> Iterator[str]:
    rows = (
        (
            fact.label,
            f"**{_plain(fact.value)}**" if fact.bad else _plain(fact.value),
            _plain(fact.origin),
        )
        for fact in facts
    )
    yield from _aligned(("", "", ""), ("---", "---", "---"), *rows)


def _aligned(*rows: tuple[str, ...]) -> Iterator[str]:
    """A table: its head, how its columns stand, and its rows.

    Neovim and Helix show the bars of a table as they are, and hide markup in it.
    """
    widths = [max(cell_len(_shown(cell)) for cell in column) for column in zip(*rows, strict=True)]
    for row in rows:
        cells = (
            cell + " " * (width - cell_len(_shown(cell)))
            for cell, width in zip(row, widths, strict=True)
        )
        yield f"| {' | '.join(cells)} |"


def _shown(text: str) -> str:
    """A text without markup for bold or code, and without escapes."""
    return _MARKS.sub(r"\1", text)


def _sentence(text: str) -> str:
    return f"{text[:1].upper()}{text[1:]}."


def _code(text: str) -> str:
    """A text from the code, as code; a backtick in it would end it."""
    return f"`{on_one_line(text, unicode=True).replace('`', chr(39))}`"


def _cell(text: str) -> str:
    return text.replace("|", "\\|")


def _plain(text: str) -> str:
    """A text escaped for Markdown, except code in backticks."""
    parts = on_one_line(text, unicode=True).split("`")
    if len(parts) % 2 == 0:
        return _SPECIAL.sub(r"\\\1", "`".join(parts))
    return "`".join(
        _cell(part) if place % 2 else _SPECIAL.sub(r"\\\1", part)
        for place, part in enumerate(parts)
    )
