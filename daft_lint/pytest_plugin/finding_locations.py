"""The locations in code of findings in a plan, where comments may silence them."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

from daft_lint.documents.document import shown_path
from daft_lint.findings import Finding, Related
from daft_lint.live_plan.lines import PATH
from daft_lint.plan.span import Span

RUNS = "runs here"
"""What a finding says of the place that runs what it is about."""

_LINE = re.compile(r"\bline (?P<number>\d+)\b(?! of )")


def placed(finding: Finding, name: str, place: Span | None) -> Finding:
    """A finding of a plan at the code that built what it is about, else at the call that runs it.

    Args:
        finding: its spans with the path `PATH` are those of lines of the plan.
        name: the path to give to what stays in the plan.
        place: the call that runs the plan, None when unknown.
    """
    if all(span.path != PATH for span in finding.spans):
        runs = () if place is None or place == finding.span else (Related(place, RUNS),)
        return replace(finding, related=(*finding.related, *runs))
    step = Related(finding.span, "the step of the plan that runs here")
    related = (*([step] if place else []), *finding.related)
    result = replace(
        finding,
        span=place or finding.span,
        related=related,
        message=_LINE.sub(r"\g<0> of its plan", finding.message),
        fixes=tuple(
            replace(fix, message=_LINE.sub(r"\g<0> of its plan", fix.message))
            for fix in finding.fixes
        ),
    )
    return _moved(result, lambda span: replace(span, path=name) if span.path == PATH else span)


def _moved(finding: Finding, to: Callable[[Span], Span]) -> Finding:
    related = tuple(
        Related(to(related_place.span), related_place.message) for related_place in finding.related
    )
    return replace(finding, span=to(finding.span), related=related)


def shown(span: Span) -> Span:
    """The span with the path that people are shown."""
    return replace(span, path=shown_path(Path(span.path)))
