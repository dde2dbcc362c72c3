"""Hovers: the prediction for the place that the user points at."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from functools import partial

from lsprotocol.types import Hover, MarkupContent, MarkupKind, Position, PositionEncodingKind

from daft_lint.documents.document import Document
from daft_lint.plan.pipeline import Pipeline, Udf
from daft_lint.plan.span import Span
from daft_lint.reporting.pipelines.markdown import (
    pipelines_line,
    run_lines,
    source_lines,
    step_lines,
    use_lines,
)
from daft_lint.reporting.pipelines.outline import (
    dropped,
    outline,
    running,
    sides,
    uses,
)
from daft_lint.rule import Case
from daft_lint.server.inspection import Inspection
from daft_lint.server.positions import Positions, meets

MOST_SHOWN = 4
"""So many uses of one UDF, or runs of one step, are shown; the others are counted.

Each names at most so many of its pipelines.
"""

_CLASS = re.compile(r"\s*class\s+(?P<name>\w+)")
_RULE = "\n\n---\n\n"


@dataclass(frozen=True, slots=True)
class _Spot:
    """A place that can be pointed at, the pipeline it is in, and the lines about it."""

    span: Span
    pipeline: Pipeline
    tell: Callable[[], Iterable[str]]


def hover_of(
    inspection: Inspection, uri: str, position: Position, encoding: PositionEncodingKind
) -> Hover | None:
    """What is predicted of the narrowest thing at a position of the text or cell called `uri`.

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
    texts: dict[str, list[Pipeline]] = {}
    for spot in spots:
        if spot.span == narrowest:
            texts.setdefault("\n".join(spot.tell()), []).append(spot.pipeline)
    return Hover(
        MarkupContent(
            MarkupKind.Markdown, _RULE.join(_first(_set_apart(texts, inspection.document.path)))
        ),
        positions.range_of(narrowest),
    )


def _set_apart(texts: dict[str, list[Pipeline]], home: str) -> list[str]:
    """The texts, each with the pipelines that it is about where these differ."""
    captions = {text: pipelines_line(own, home, MOST_SHOWN) for text, own in texts.items()}
    if len(set(captions.values())) < 2:
        return list(texts)
    return [f"{caption}\n\n{text}" for text, caption in captions.items()]


def _first(texts: list[str]) -> list[str]:
    if len(texts) <= MOST_SHOWN:
        return texts
    return [*texts[:MOST_SHOWN], f"And {len(texts) - MOST_SHOWN} more."]


def _extent(span: Span) -> tuple[int, int]:
    """What orders the spans that hold one place from the narrowest on."""
    return span.end_line - span.line, span.end_column - span.column


def _spots(case: Case, document: Document) -> Iterator[_Spot]:
    side, home = outline(case), document.path
    for use in uses(case, side):
        udf = use.call.udf
        if udf.builtin:
            # Its step tells of it.
            continue
        for span in (use.call.span, udf.span, *_name_of_class(udf, document)):
            yield _Spot(span, case.pipeline, partial(use_lines, use, case, home))
    for row in running(side):
        span = row.step.operator.span
        yield _Spot(span, case.pipeline, partial(step_lines, row, case, home))
    for gone in dropped(side):
        span = gone.operator.span
        yield _Spot(span, case.pipeline, partial(step_lines, gone, case, home))
    for each_side in sides(side):
        tell = partial(source_lines, each_side.source, each_side.start, home)
        yield _Spot(each_side.source.span, case.pipeline, tell)
    if case.pipeline.action is not None:
        yield _Spot(case.pipeline.action.span, case.pipeline, partial(run_lines, case, home))


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
