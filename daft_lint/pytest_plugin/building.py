"""Which call of the program made which line of a plan."""

from __future__ import annotations

import linecache
from collections.abc import Mapping
from pathlib import Path

from daft_lint.documents.document import shown_path
from daft_lint.live.checking import runner_of
from daft_lint.live.choosing import judged_pipeline
from daft_lint.live_plan.told import Made, ToldPlan
from daft_lint.plan.span import Span


def built_at(told: ToldPlan) -> Mapping[int, Span]:
    """The calls that made the lines of the plan that is judged, by their numbers from 1.

    Lines of which nobody knows a call are left out. Paths are those that people are shown.

    Raises:
        UnreadablePlanError: the plan can't be read.
    """
    made = judged_pipeline(told, "plan", runner_of(told)).made
    return {number: _span(call) for number, call in made.items()}


def _span(call: Made) -> Span:
    """From the start of the line that a call begins on to its end."""
    first, last = (linecache.getline(call.file, line) for line in (call.line, call.end_line))
    start = len(first) - len(first.lstrip()) + 1
    if call.end_column is None:
        end = len(last.rstrip()) + 1
    else:
        before = last.encode("utf-8", "replace")[: call.end_column]
        end = len(before.decode("utf-8", "replace")) + 1
    return Span(shown_path(Path(call.file)), call.line, start, call.end_line, end)
