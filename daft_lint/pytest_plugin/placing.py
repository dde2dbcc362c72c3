"""Puts what was found in a plan at the code that made it, where comments may silence it."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from dataclasses import replace
from pathlib import Path

from daft_lint.documents.document import UnreadableDocumentError, read_document, shown_path
from daft_lint.documents.pragmas import read_pragmas
from daft_lint.documents.tokens import tokenized
from daft_lint.findings import Finding, Related
from daft_lint.live_plan.lines import PATH
from daft_lint.plan.span import Span
from daft_lint.registry import rules_for
from daft_lint.settings import Settings
from daft_lint.silencing import silence

RUNS = "runs here"
"""What a finding says of the place that runs what it is about."""

_LINE = re.compile(r"\bline (?P<number>\d+)\b(?! of )")


def placed(finding: Finding, name: str, place: Span | None) -> Finding:
    """A finding of a plan at the code that built what it is about, else at the call that runs it.

    Args:
        finding: its spans with the path `PATH` are those of lines of the plan.
        name: the path to give to what stays in the plan.
        place: the call that runs the plan, None when nobody knows.
    """
    if all(span.path != PATH for span in finding.spans):
        runs = () if place is None or place == finding.span else (Related(place, RUNS),)
        return replace(finding, related=(*finding.related, *runs))
    step = Related(finding.span, "the step of the plan that runs here")
    related = (*([step] if place else []), *finding.related)
    told = replace(
        finding,
        span=place or finding.span,
        related=related,
        message=_LINE.sub(r"\g<0> of its plan", finding.message),
        fixes=tuple(
            replace(fix, message=_LINE.sub(r"\g<0> of its plan", fix.message))
            for fix in finding.fixes
        ),
    )
    return _moved(told, lambda span: replace(span, path=name) if span.path == PATH else span)


def _moved(finding: Finding, to: Callable[[Span], Span]) -> Finding:
    related = tuple(Related(to(one.span), one.message) for one in finding.related)
    return replace(finding, span=to(finding.span), related=related)


def shown(span: Span) -> Span:
    """The span with the path that people are shown."""
    return replace(span, path=shown_path(Path(span.path)))


def without_silenced(findings: Iterable[Finding], settings: Settings) -> tuple[Finding, ...]:
    """The findings but those that comments in the files of their places silence."""
    kept = tuple(findings)
    paths = dict.fromkeys(span.path for finding in kept for span in finding.spans)
    for path in paths:
        kept = _not_silenced_in(path, kept, settings)
    return kept


def _not_silenced_in(
    path: str, findings: tuple[Finding, ...], settings: Settings
) -> tuple[Finding, ...]:
    try:
        text = read_document(Path(path), path).text
    except UnreadableDocumentError:
        return findings
    known = [(rule.code, rule.name) for rule in rules_for(settings)]
    suppressions = read_pragmas(text, path, known).suppressions
    if not suppressions:
        return findings
    return silence(findings, suppressions, tokenized(text), path).kept
