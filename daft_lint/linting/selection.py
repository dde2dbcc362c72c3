"""Which findings are shown, each once, and where they stand in the file."""

from __future__ import annotations

from typing import TYPE_CHECKING

from daft_lint.documents.pragmas import read_pragmas
from daft_lint.findings import Related, Safety
from daft_lint.judging.suppression import Comments
from daft_lint.records import replace

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from daft_lint.documents.document import Document
    from daft_lint.documents.project import Project
    from daft_lint.findings import Edit, Finding, Fix
    from daft_lint.linting.read import Read
    from daft_lint.plan.span import Span
    from daft_lint.rule import Rule
    from daft_lint.settings import Settings


def reconciled(found: Sequence[Finding], read: Read, rules: Sequence[Rule]) -> tuple[Finding, ...]:
    """The findings, with fixes that fit together."""
    pipelines = [id(finding.pipeline) for finding in found if finding.pipeline is not None]
    if len(set(pipelines)) == len(pipelines):
        return tuple(found)
    from daft_lint.judging.reconciliation import reconciled

    return reconciled(found, read.cases, {rule.code: rule for rule in rules})


def in_document(document: Document, findings: Iterable[Finding]) -> Iterator[Finding]:
    """The findings that are about a document: a pipeline that passes it may lead elsewhere too."""
    return (finding for finding in findings if finding.span.path == document.path)


def comments_elsewhere(
    findings: Iterable[Finding],
    document: Document,
    project: Project,
    known: Sequence[tuple[str, str]],
) -> Iterator[Comments]:
    """The suppressions in the other files that findings have places in."""
    places = (span.path for finding in findings for span in finding.spans)
    for path in dict.fromkeys(place for place in places if place != document.path):
        other = project.document(path)
        if other is not None:
            suppressions = read_pragmas(other.text, path, known).suppressions
            yield Comments.of(path, other.text, suppressions)


def each_once(findings: Iterable[Finding]) -> Iterator[Finding]:
    """One finding a rule and place: a helper called twice is read twice. The surest one stays.

    It tells too what is as sure of other UDFs that may be called there.
    """
    found: dict[tuple[str, Span], list[Finding]] = {}
    for finding in findings:
        found.setdefault((finding.code, finding.span), []).append(finding)
    for same in found.values():
        best = max(same, key=lambda finding: (finding.confidence, finding.severity))
        others = (finding for finding in same if finding.confidence >= best.confidence)
        yield replace(best, related=(*best.related, *_of_other_udfs(best, others)))


def _of_other_udfs(finding: Finding, others: Iterable[Finding]) -> Iterator[Related]:
    """Findings of other UDFs at the same place, each where its UDF is defined."""
    reported = {finding.call.udf.span} if finding.call is not None else set()
    for other in others if reported else ():
        if other.call is not None and other.call.udf.span not in reported:
            reported.add(other.call.udf.span)
            yield Related(other.call.udf.span, f"may be called there too: {other.message}")


def with_ends_of(document: Document, finding: Finding) -> Finding:
    """The finding, its fixes in the line ends of the file."""
    fixes = tuple(
        replace(fix, edits=tuple(_with_line_ends(edit, document) for edit in fix.edits))
        for fix in finding.fixes
    )
    return _in_pieces(replace(finding, fixes=fixes), document)


def _in_pieces(finding: Finding, document: Document) -> Finding:
    """The finding with the cells that its places stand in; a fix of what is no code is a sketch."""
    if document.layout is None:
        return finding
    return replace(
        finding,
        span=document.located(finding.span),
        related=tuple(
            replace(related, span=document.located(related.span)) for related in finding.related
        ),
        fixes=tuple(_fix_in_pieces(fix, document) for fix in finding.fixes),
    )


def _fix_in_pieces(fix: Fix, document: Document) -> Fix:
    for edit in fix.edits:
        span = edit.span
        if span.path == document.path and not document.takes(
            document.offset(*span.start), document.offset(*span.end)
        ):
            return replace(fix, safety=Safety.DISPLAY_ONLY, edits=())
    edits = tuple(replace(edit, span=document.located(edit.span)) for edit in fix.edits)
    return replace(fix, edits=edits)


def _with_line_ends(edit: Edit, document: Document) -> Edit:
    """The edit with the line ends of the file, whatever rules write."""
    if edit.span.path != document.path or "\n" not in edit.text or "\r" in edit.text:
        return edit
    return replace(edit, text=edit.text.replace("\n", document.line_end))


def is_unsure(finding: Finding, path: str, settings: Settings) -> bool:
    """Whether a finding would be reported if possible ones were asked for."""
    unsure = finding.confidence < settings.min_confidence
    return unsure and is_wanted(
        replace(finding, confidence=settings.min_confidence), path, settings
    )


def is_wanted(finding: Finding, path: str, settings: Settings) -> bool:
    """Whether settings want a finding to be reported in a file."""
    return (
        finding.confidence >= settings.min_confidence
        and finding.severity >= settings.min_severity
        and settings.selects(finding.code, finding.name)
        and not settings.ignores(path, finding.code, finding.name)
    )
