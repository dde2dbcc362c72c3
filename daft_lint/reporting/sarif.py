"""`sarif`: SARIF 2.1.0, for code scanning services and editors."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import groupby
from pathlib import PurePath
from urllib.parse import quote

from daft_lint.findings import Edit, Finding, Fix, Related, Severity
from daft_lint.plan.bound import Bound
from daft_lint.plan.span import Span
from daft_lint.reporting.fingerprints import fingerprints_of
from daft_lint.reporting.json import effect_as_json
from daft_lint.reporting.json_values import Json, written
from daft_lint.reporting.phrases import HOME, unfinished_there
from daft_lint.reporting.questions import Question, questions
from daft_lint.reporting.report import Failure, Report, RuleInfo, Style

_SCHEMA = (
    "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json"
)
_LEVELS = {Severity.ERROR: "error", Severity.WARNING: "warning", Severity.INFO: "note"}


def render(report: Report, style: Style) -> str:
    """The report as one SARIF log with one run, in ASCII."""
    return written(log(report, results(report)))


def log(report: Report, results: Sequence[Json], properties: Json | None = None) -> Json:
    """A log with one run, which has these results and properties."""
    run = {
        "tool": {
            "driver": {
                "name": "daft-lint",
                "informationUri": HOME,
                "version": report.version,
                "rules": [_rule(rule) for rule in report.rules()],
            }
        },
        "columnKind": "unicodeCodePoints",
        "invocations": [_invocation(report)],
        "results": results,
        **({} if properties is None else {"properties": properties}),
    }
    return {"$schema": _SCHEMA, "version": "2.1.0", "runs": [run]}


def results(report: Report) -> list[Json]:
    """A result per finding."""
    indices = {rule.code: index for index, rule in enumerate(report.rules())}
    return [
        _result(finding, indices.get(finding.code), fingerprint)
        for finding, fingerprint in zip(report.findings, fingerprints_of(report), strict=True)
    ]


def properties_of(finding: Finding) -> Json:
    """Facts without a property of their own in SARIF."""
    effect = {} if finding.effect is None else {"effect": effect_as_json(finding.effect)}
    return {
        "confidence": finding.confidence.value,
        "assumptions": list(finding.assumptions),
        **effect,
    }


def _rule(rule: RuleInfo) -> Json:
    more = rule.documentation_url or f"daft-lint rule {rule.code}"
    descriptor = {
        "id": rule.code,
        "name": rule.name,
        "shortDescription": {"text": rule.summary},
        "help": {"text": f"{rule.summary}\n\nWhy it matters and what to do: {more}"},
    }
    if rule.documentation_url is None:
        return descriptor
    return {**descriptor, "helpUri": rule.documentation_url}


def _invocation(report: Report) -> Json:
    return {
        "executionSuccessful": not report.failures,
        "toolExecutionNotifications": [
            *map(_failure, report.failures),
            *map(_unfinished, report.unfinished),
            *map(_open, questions(report.judgements)),
        ],
    }


def _failure(failure: Failure) -> Json:
    return {
        "level": "error",
        "message": {"text": failure.message},
        "locations": [{"physicalLocation": {"artifactLocation": _artifact(failure.path)}}],
    }


def _unfinished(bound: Bound) -> Json:
    return {
        "level": "warning",
        "message": {"text": unfinished_there(bound)},
        "locations": [_location(bound.span)],
    }


def _open(question: Question) -> Json:
    """Work that could not be judged, its place, and the facts that would decide it."""
    return {
        "level": "note",
        "descriptor": {"id": "open"},
        "message": {"text": "\n".join(question.lines)},
        "locations": [_location(question.first.span)],
    }


def _result(finding: Finding, rule_index: int | None, fingerprint: str) -> Json:
    fixes = [_fix(fix) for fix in finding.fixes if fix.edits and all(map(_is_exact, fix.edits))]
    return {
        "ruleId": finding.code,
        **({} if rule_index is None else {"ruleIndex": rule_index}),
        "level": _LEVELS[finding.severity],
        "message": {"text": _message(finding)},
        "locations": [_location(finding.span)],
        "relatedLocations": [
            _related(index, related) for index, related in enumerate(finding.related, start=1)
        ],
        "partialFingerprints": {"primaryLocationLineHash": fingerprint},
        **({"fixes": fixes} if fixes else {}),
        "properties": properties_of(finding),
    }


def _message(finding: Finding) -> str:
    """The message and what to do: services show no fix that has no edits."""
    where = "" if finding.span.cell_number is None else f"{finding.span.shown_line}: "
    return "\n".join([where + finding.message, *(f"Help: {fix.message}" for fix in finding.fixes)])


def _location(span: Span) -> Json:
    physical = {"artifactLocation": _artifact(span.path), "region": _region(span)}
    if span.cell_number is None:
        return {"physicalLocation": physical}
    cell = {"name": f"cell {span.cell_number}", "fullyQualifiedName": span.exact_place}
    return {"physicalLocation": physical, "logicalLocations": [{**cell, "kind": "cell"}]}


def _related(index: int, related: Related) -> Json:
    return {"id": index, "message": {"text": related.message}, **_location(related.span)}


def _region(span: Span) -> Json:
    """The place in the file; line 1 for a notebook, which is JSON."""
    span = span.shown
    if span.cell_number is not None:
        return {"startLine": 1}
    return {
        "startLine": span.line,
        "startColumn": span.column,
        "endLine": span.end_line,
        "endColumn": span.end_column,
    }


def _artifact(path: str) -> Json:
    """Where a file is: under the root of the source tree unless the path is absolute."""
    pure = PurePath(path)
    if pure.is_absolute():
        return {"uri": pure.as_uri()}
    return {"uri": quote(pure.as_posix(), errors="surrogateescape"), "uriBaseId": "%SRCROOT%"}


def _fix(fix: Fix) -> Json:
    by_path = groupby(sorted(fix.edits, key=_path_of), key=_path_of)
    return {
        "description": {"text": fix.message},
        "artifactChanges": [_change(path, edits) for path, edits in by_path],
    }


def _is_exact(edit: Edit) -> bool:
    """Whether it can be made in the file as it is: not in JSON, nor where lines are indented."""
    cell = edit.span.cell
    return cell is None or (cell.number is None and (not cell.columns or "\n" not in edit.text))


def _path_of(edit: Edit) -> str:
    return edit.span.path


def _change(path: str, edits: Iterable[Edit]) -> Json:
    return {
        "artifactLocation": _artifact(path),
        "replacements": [
            {"deletedRegion": _region(edit.span), "insertedContent": {"text": edit.text}}
            for edit in edits
        ],
    }
