"""Findings of a file with one cause or one advice, which a person reads as one."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from daft_lint.findings import UNKNOWN_DAFT, Finding, Fix, Related, Severity
from daft_lint.records import replace

_MOST_RELATED = 8
_REMOVED = "DFT310"
_OLDEST_SETTING = (0, 6)
"""The oldest line of releases that `daft-version` takes."""


def as_one(findings: Iterable[Finding]) -> Iterator[Finding]:
    """The findings in their order; alike ones stand at the first place, which counts them.

    A file of 2024 with forty legacy UDFs has one mistake to read about, but a fix and a suppression
    for each UDF. A file for another Daft has forty names that the newest lacks. So formats for
    programs get every finding, and only texts use this.
    """
    return (finding for finding, _ in as_one_with_numbers(findings))


def as_one_with_numbers(findings: Iterable[Finding]) -> Iterator[tuple[Finding, int]]:
    """The same, each with the number of findings that it stands for."""
    groups: dict[tuple[object, ...], list[Finding]] = {}
    for number, finding in enumerate(findings):
        groups.setdefault(_kind(finding) or (number,), []).append(finding)
    for first, *others in groups.values():
        if others and first.code == _REMOVED and UNKNOWN_DAFT in first.assumptions:
            one = _of_old_release([first, *others])
        else:
            one = _counted(first, others) if others else first
        yield one, 1 + len(others)


def _kind(finding: Finding) -> tuple[object, ...]:
    if finding.code == _REMOVED and UNKNOWN_DAFT in finding.assumptions:
        return finding.span.path, finding.code
    if finding.severity is not Severity.INFO or finding.pipeline is not None or not finding.fixes:
        return ()
    # Of one name that the next Daft removes, each place may need another name in its place.
    advice = finding.message if finding.code == _REMOVED else finding.fixes[0].message
    return finding.span.path, finding.code, finding.confidence, finding.assumptions, advice


def _counted(first: Finding, others: list[Finding]) -> Finding:
    places = tuple(Related(other.span, "here too") for other in others[:_MOST_RELATED])
    message = f"{first.message} ({1 + len(others)} places)"
    advice = "; ".join(dict.fromkeys(each.fixes[0].message for each in (first, *others)))
    fixes = (replace(first.fixes[0], message=advice), *first.fixes[1:])
    return replace(first, message=message, related=(*places, *first.related), fixes=fixes)


def _of_old_release(findings: list[Finding]) -> Finding:
    """One finding for all names that the newest Daft lacks, with the last release that has them."""
    first, *others = findings
    oldest = min((each.last_daft for each in findings if each.last_daft), default=None)
    name = ".".join(map(str, oldest or ()))
    written = f": it is written for Daft {name} or older" if oldest else ""
    message = f"this file uses {len(findings)} names that Daft 0.7 doesn't have{written}"
    fixed = sum(any(fix.edits for fix in each.fixes) for each in findings)
    renamed = "rename them with --fix and --unsafe-fixes"
    if fixed < len(findings):
        renamed = f"rename them (--fix and --unsafe-fixes do {fixed} of them)"
    kept = "leave DFT310 out with per-file-ignores"
    if oldest is None or oldest >= _OLDEST_SETTING:
        kept = f'set daft-version = "{name or "0.6"}" in [tool.daft-lint]'
    remedy = Fix(f"{renamed}, or {kept} if the file runs on that Daft; -v shows each name")
    places = tuple(Related(other.span, "and this name") for other in others[:_MOST_RELATED])
    return replace(first, message=message, related=places, fixes=(remedy,))
