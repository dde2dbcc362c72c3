"""Fingerprints of findings: the same as long as the line is, wherever it moves."""

from __future__ import annotations

import hashlib
from collections import Counter
from collections.abc import Iterable
from pathlib import PurePath

from daft_lint.findings import Finding
from daft_lint.reporting.report import Report


def fingerprints_of(report: Report) -> list[str]:
    """The fingerprint of each finding: path, rule, the text of its line and a running number."""
    return numbered(finding_digest(finding, report) for finding in report.findings)


def finding_digest(finding: Finding, report: Report) -> str:
    """From path, rule and the text of the line: findings of a rule on equal lines share it."""
    line = report.source_line(finding.span.path, finding.span.line)
    return digest(finding.span.path, finding.code, (line or "").strip())


def digest(path: str, *parts: str) -> str:
    """16 hexadecimal digits from a path and other texts."""
    text = "\0".join((PurePath(path).as_posix(), *parts))
    return hashlib.sha256(text.encode("utf-8", "backslashreplace")).hexdigest()[:16]


def numbered(digests: Iterable[str]) -> list[str]:
    """Each digest with a running number, so that none stands there twice."""
    seen: Counter[str] = Counter()
    made = []
    for each_digest in digests:
        seen[each_digest] += 1
        made.append(f"{each_digest}:{seen[each_digest]}")
    return made
