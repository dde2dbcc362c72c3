"""`--statistics`: how often each rule found something."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass

from daft_lint.reporting.report import Report


@dataclass(frozen=True, slots=True)
class RuleCount:
    """The number of findings of one rule."""

    code: str
    name: str
    count: int


def rule_counts(report: Report) -> tuple[RuleCount, ...]:
    """The rules that found something, the most frequent first, then by code."""
    numbers = Counter((finding.code, finding.name) for finding in report.findings)
    counts = (RuleCount(code, name, count) for (code, name), count in numbers.items())
    return tuple(sorted(counts, key=lambda rule: (-rule.count, rule.code)))


def as_text(counts: tuple[RuleCount, ...]) -> str:
    """A line per rule with count, code and name; nothing for no rules."""
    width = max((len(str(rule.count)) for rule in counts), default=0)
    return "".join(f"{rule.count:>{width}}  {rule.code}  {rule.name}\n" for rule in counts)


def as_json(counts: tuple[RuleCount, ...]) -> str:
    """The same as a JSON list of objects with `code`, `name` and `count`."""
    import json

    records = [{"code": rule.code, "name": rule.name, "count": rule.count} for rule in counts]
    return json.dumps(records, indent=2) + "\n"
