"""The diagnostics of an editor, made from findings."""

from __future__ import annotations

from collections.abc import Iterator

from lsprotocol.types import (
    CodeDescription,
    Diagnostic,
    DiagnosticRelatedInformation,
    DiagnosticSeverity,
    DiagnosticTag,
    Location,
    PositionEncodingKind,
)

from daft_lint.documents.document import UnreadableDocumentError
from daft_lint.findings import Finding, Related, Severity
from daft_lint.plan.span import Span
from daft_lint.reporting.phrases import idle_of, page_of, utilisation_of
from daft_lint.reporting.questions import Question, questions
from daft_lint.server.buffers import Buffers
from daft_lint.server.inspection import Inspection
from daft_lint.server.positions import Positions

SOURCE = "daft-lint"

_SEVERITIES = {
    Severity.ERROR: DiagnosticSeverity.Error,
    Severity.WARNING: DiagnosticSeverity.Warning,
    Severity.INFO: DiagnosticSeverity.Information,
}
# Editors fade what does nothing, and strike what will be gone.
_TAGS = {
    "redundant-repartition": DiagnosticTag.Unnecessary,
    "repartition-on-native": DiagnosticTag.Unnecessary,
    "unnecessary-into-batches": DiagnosticTag.Unnecessary,
    "unused-suppression": DiagnosticTag.Unnecessary,
    "legacy-udf": DiagnosticTag.Deprecated,
}


def diagnostics_of(
    inspection: Inspection, encoding: PositionEncodingKind
) -> dict[str, list[Diagnostic]]:
    """A diagnostic for each finding and each open question, by what the editor calls their text.

    That is a file or a cell. One without any is there too.
    """
    buffer = inspection.buffer
    positions = Positions(buffer.document, encoding)
    found: dict[str, list[Diagnostic]] = {uri: [] for uri in buffer.names}
    for finding in inspection.findings:
        uri, _ = buffer.named(finding.span)
        found[uri].append(_diagnostic(finding, positions, inspection.buffers))
    for question in questions(inspection.linted.judgements) if inspection.hints else ():
        for judgement in question.judgements:
            uri, _ = buffer.named(judgement.span)
            found[uri].append(_hint(judgement.span, question, positions))
    return found


def _hint(span: Span, question: Question, positions: Positions) -> Diagnostic:
    """A mark that editors hardly show: dots below the work, the question where one points at it."""
    return Diagnostic(
        range=positions.range_of(span),
        message="\n".join([f"open: {question.text}", *question.conditions, *question.instructions]),
        severity=DiagnosticSeverity.Hint,
        code="open",
        source=SOURCE,
    )


def _diagnostic(finding: Finding, positions: Positions, buffers: Buffers) -> Diagnostic:
    tag = _TAGS.get(finding.name)
    related = [
        found
        for related_place in finding.related
        for found in _related(related_place, positions, buffers)
    ]
    page = page_of(finding.code, finding.name)
    return Diagnostic(
        range=positions.range_of(finding.span),
        message=message_of(finding),
        severity=_SEVERITIES[finding.severity],
        code=finding.code,
        code_description=None if page is None else CodeDescription(page),
        source=SOURCE,
        tags=None if tag is None else [tag],
        related_information=related or None,
    )


def message_of(finding: Finding) -> str:
    """What is wrong, then a line each for the prediction, what is assumed, and the remedies."""
    return "\n".join(_lines(finding))


def _lines(finding: Finding) -> Iterator[str]:
    yield finding.message
    if finding.effect is not None:
        idle = f"idle {finding.effect.unit.plural}: {idle_of(finding.effect)}"
        parts = (idle, utilisation_of(finding.effect))
        yield ", ".join(part for part in parts if part)
    yield from (f"assuming: {assumption}" for assumption in finding.assumptions)
    yield from (f"help: {fix.message}" for fix in finding.fixes)


def _related(
    related: Related, positions: Positions, buffers: Buffers
) -> Iterator[DiagnosticRelatedInformation]:
    """The other place, unless its file can't be read any more."""
    path = related.span.path
    try:
        if path != positions.document.path:
            positions = Positions(buffers.document(path), positions.encoding)
    except UnreadableDocumentError:
        return
    uri, _ = buffers.named(related.span)
    location = Location(uri, positions.range_of(related.span))
    yield DiagnosticRelatedInformation(location, related.message)
