"""Infos that give the same advice at several places of a file: a person reads them as one."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace

from daft_lint.findings import Finding, Related, Severity

_MOST_RELATED = 8


def as_one(findings: Iterable[Finding]) -> Iterator[Finding]:
    """The findings in their order; alike infos stand at the first place, which counts them.

    A file of 2024 with forty legacy UDFs has one mistake to read about, and each UDF its own fix
    and suppression: so formats for programs get every finding, and only texts use this.
    """
    groups: dict[tuple[object, ...], list[Finding]] = {}
    for number, finding in enumerate(findings):
        groups.setdefault(_kind(finding) or (number,), []).append(finding)
    for first, *others in groups.values():
        yield _counted(first, others) if others else first


def _kind(finding: Finding) -> tuple[object, ...]:
    if finding.severity is not Severity.INFO or finding.pipeline is not None or not finding.fixes:
        return ()
    advice = finding.fixes[0].message
    return finding.span.path, finding.code, finding.confidence, finding.assumptions, advice


def _counted(first: Finding, others: list[Finding]) -> Finding:
    places = tuple(Related(other.span, "here too") for other in others[:_MOST_RELATED])
    message = f"{first.message} ({1 + len(others)} places)"
    return replace(first, message=message, related=(*places, *first.related))
