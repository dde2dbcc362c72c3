"""`--statistics`: how often each rule found something, and how much of it can be fixed."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass

from daft_lint.findings import Finding, Safety
from daft_lint.reporting.report import Report

_SAFE = frozenset({Safety.SAFE})


@dataclass(frozen=True, slots=True)
class RuleCount:
    """The number of findings of one rule; `fixable` are those with a fix that may be made."""

    code: str
    name: str
    count: int
    fixable: int = 0

    @property
    def marker(self) -> str:
        """`[*]` where all can be fixed, `[-]` where some can."""
        if not self.fixable:
            return "[ ]"
        return "[*]" if self.fixable == self.count else "[-]"


def rule_counts(report: Report, allowed: frozenset[Safety] = _SAFE) -> tuple[RuleCount, ...]:
    """The rules that found something, the most frequent first, then by code.

    `allowed` are the safeties of the fixes that may be made.
    """
    numbers = Counter((finding.code, finding.name) for finding in report.findings)
    fixable = Counter(finding.code for finding in report.findings if _is_fixable(finding, allowed))
    counts = (
        RuleCount(code, name, count, fixable[code]) for (code, name), count in numbers.items()
    )
    return tuple(sorted(counts, key=lambda rule: (-rule.count, rule.code)))


def as_text(counts: tuple[RuleCount, ...]) -> str:
    """A line per rule with count, code and name, with markers if anything can be fixed."""
    width = max((len(str(rule.count)) for rule in counts), default=0)
    marks = any(rule.fixable for rule in counts)
    lines = [
        f"{rule.count:>{width}}  {rule.code}  {f'{rule.marker} ' if marks else ''}{rule.name}"
        for rule in counts
    ]
    legend = ["[*] all can be fixed, [-] some can be fixed"] if marks else []
    return "".join(f"{line}\n" for line in [*lines, *legend])


def as_json(counts: tuple[RuleCount, ...]) -> str:
    """The same as a JSON list; `fixable` tells whether all of a rule can be fixed."""
    import json

    records = [
        {
            "code": rule.code,
            "name": rule.name,
            "count": rule.count,
            "fixable": rule.fixable == rule.count,
            "fixable_count": rule.fixable,
        }
        for rule in counts
    ]
    return json.dumps(records, indent=2) + "\n"


def _is_fixable(finding: Finding, allowed: frozenset[Safety]) -> bool:
    return any(fix.edits and fix.safety in allowed for fix in finding.fixes)
