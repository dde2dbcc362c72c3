"""Hovers: the prediction for the place that the user points at."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from functools import partial

from lsprotocol.types import Hover, MarkupContent, MarkupKind, Position, PositionEncodingKind
from rich.text import Text

from daft_lint.documents.document import Document
from daft_lint.plan.pipeline import Udf
from daft_lint.plan.span import Span
from daft_lint.records import dataclass
from daft_lint.reporting.pipelines.outline import Use, dropped, outline, running, sides, uses
from daft_lint.reporting.pipelines.text import heading, run_lines, use_lines
from daft_lint.reporting.report import Style
from daft_lint.reporting.text_layout import painted
from daft_lint.rule import Case
from daft_lint.server.inspection import Inspection
from daft_lint.server.positions import Positions, meets

MOST_SHOWN = 4
"""So many uses of one UDF, or runs of one step, are shown; the others are counted."""

_STYLE = Style(color=False, width=80)
_CLASS = re.compile(r"\s*class\s+(?P<name>\w+)")
_RULE = "\n\n---\n\n"


@dataclass(frozen=True, slots=True)
class _Spot:
    """A place that can be pointed at, and the lines about it."""

    span: Span
    tell: Callable[[], Iterable[Text]]


def hover_of(
    inspection: Inspection, uri: str, position: Position, encoding: PositionEncodingKind
) -> Hover | None:
    """What `pipelines` shows of the narrowest thing at a position of the text or cell called `uri`.

    None where there is nothing.
    """
    positions = Positions(inspection.document, encoding)
    place = positions.place(position, inspection.cell(uri))
    spots = [
        spot
        for case in inspection.cases
        for spot in _spots(case, inspection.document)
        if spot.span.path == inspection.document.path and meets(spot.span, place, place)
    ]
    narrowest = min((spot.span for spot in spots), key=_extent, default=None)
    if narrowest is None:
        return None
    told = [painted(spot.tell(), _STYLE) for spot in spots if spot.span == narrowest]
    text = _RULE.join(_first([*map(_block, dict.fromkeys(told))]))
    return Hover(MarkupContent(MarkupKind.Markdown, text), positions.range_of(narrowest))


def _block(text: str) -> str:
    """A text as a block of Markdown, whatever it holds: no fence in it is as long as its own."""
    fence = max(("```", *(f"{found}`" for found in re.findall("`{3,}", text))), key=len)
    return f"{fence}text\n{text}{fence}"


def _first(texts: list[str]) -> list[str]:
    if len(texts) <= MOST_SHOWN:
        return texts
    return [*texts[:MOST_SHOWN], f"And {len(texts) - MOST_SHOWN} more."]


def _extent(span: Span) -> tuple[int, int]:
    """What orders the spans that hold one place from the narrowest on."""
    return span.end_line - span.line, span.end_column - span.column


def _spots(case: Case, document: Document) -> Iterator[_Spot]:
    """The uses of UDFs and heavy expressions, and what the steps of a pipeline are written as."""
    side, home, action = outline(case), document.path, case.pipeline.action
    for use in uses(case, side):
        udf, call = use.call.udf, use.call.span
        named = () if udf.builtin else (udf.span, *_name_of_class(udf, document))
        for span in (call, *named):
            yield _Spot(span, partial(_use, use, case, home))
    steps = [row.step.operator.span for row in running(side)]
    steps += [gone.operator.span for gone in dropped(side)]
    steps += [each_side.source.span for each_side in sides(side)]
    steps += [action.span] if action is not None else []
    for span in steps:
        yield _Spot(span, partial(run_lines, side, case, home, _STYLE))


def _use(use: Use, case: Case, home: str) -> Iterator[Text]:
    """A use, below the pipeline that it is in."""
    yield heading(case)
    yield from use_lines(use, case, home, _STYLE)


def _name_of_class(udf: Udf, document: Document) -> Iterator[Span]:
    """The name of the class that a method is a UDF of, which the UDF is called by."""
    whole = udf.definition
    if whole is None or whole.path != document.path:
        return
    name = udf.name.partition(".")[0]
    for number in range(whole.line, whole.end_line + 1):
        found = _CLASS.match(document.line(number) or "")
        if found is not None and found["name"] == name:
            first, last = (place + 1 for place in found.span("name"))
            yield Span(document.path, number, first, number, last)
            return
