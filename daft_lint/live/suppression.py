"""Suppression comments in code, for findings of the plans that the code built."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

from daft_lint.documents.document import UnreadableDocumentError, read_document
from daft_lint.documents.pragmas import read_pragmas
from daft_lint.findings import Finding
from daft_lint.registry import rules_for
from daft_lint.settings import Settings
from daft_lint.suppression import Comments, silence


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
    return silence(findings, Comments.of(path, text, suppressions)).kept
