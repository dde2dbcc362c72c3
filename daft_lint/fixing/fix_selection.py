"""The choice of a fix where a finding has several."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from daft_lint.findings import Finding, Fix, Safety
from daft_lint.records import dataclass

SAFE = frozenset({Safety.SAFE})
SAFE_AND_UNSAFE = frozenset({Safety.SAFE, Safety.UNSAFE})


@dataclass(frozen=True, slots=True)
class Choice:
    """A finding and the fix of it that is to be made."""

    finding: Finding
    fix: Fix

    @property
    def path(self) -> str:
        """The file that the finding is in."""
        return self.finding.span.path

    @property
    def paths(self) -> frozenset[str]:
        """The files that the fix changes."""
        return frozenset(edit.span.path for edit in self.fix.edits)


def chosen(finding: Finding, allowed: frozenset[Safety]) -> Fix | None:
    """The first fix of a finding that has edits and may be made; None when there is none."""
    return next((fix for fix in finding.fixes if fix.edits and fix.safety in allowed), None)


def choices(findings: Iterable[Finding], allowed: frozenset[Safety]) -> Iterator[Choice]:
    """What is to be fixed, in the order findings are reported in."""
    for finding in sorted(findings, key=lambda finding: finding.sort_key):
        fix = chosen(finding, allowed)
        if fix is not None:
            yield Choice(finding, fix)
