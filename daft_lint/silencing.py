"""Suppression comments at work: which findings they silence, and which of them silence nothing."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from daft_lint.documents.suppressions import Suppression
from daft_lint.documents.tokens import Tokens
from daft_lint.findings import Finding
from daft_lint.plan.span import Span


@dataclass(frozen=True, slots=True)
class Silenced:
    """The findings that are left, how many places were silenced, the selectors that did nothing."""

    kept: tuple[Finding, ...]
    count: int
    unused: tuple[tuple[Suppression, str], ...]


def silence(
    findings: Iterable[Finding], suppressions: Sequence[Suppression], tokens: Tokens, path: str
) -> Silenced:
    """Leave out each finding that a comment silences on a statement of any of its places."""
    used: set[tuple[Suppression, str]] = set()
    kept: list[Finding] = []
    hidden: set[tuple[str, Span]] = set()
    for finding in findings:
        hits = _hits(finding, suppressions, tokens, path)
        used |= hits
        if hits:
            hidden.add((finding.code, finding.span))
        else:
            kept.append(finding)
    hidden.difference_update((finding.code, finding.span) for finding in kept)
    unused = tuple(
        (suppression, selector)
        for suppression in suppressions
        if not suppression.blanket
        for selector in suppression.selectors
        if (suppression, selector) not in used
    )
    return Silenced(tuple(kept), len(hidden), unused)


def _hits(
    finding: Finding, suppressions: Sequence[Suppression], tokens: Tokens, path: str
) -> set[tuple[Suppression, str]]:
    hits = set()
    for span in finding.spans:
        if span.path != path:
            continue
        lines = (tokens.extent(span.line)[0], tokens.extent(span.end_line)[1])
        for suppression in suppressions:
            selector = suppression.silences(finding.code, finding.name, lines)
            if selector is not None:
                hits.add((suppression, selector))
    return hits
