"""`json`: every detail of every finding, in a shape that stays.

`findings.schema.json` describes it. A change that consumers would notice needs a new version.
"""

from __future__ import annotations

import json
import math
from collections.abc import Mapping

from daft_lint.findings import Effect, Finding, Fix, Related
from daft_lint.plan.quantity import Quantity
from daft_lint.plan.span import Span
from daft_lint.reporting.report import Report, Style

VERSION = 1

Json = Mapping[str, object]


def render(report: Report, style: Style) -> str:
    """The report as one JSON document in ASCII."""
    document = {
        "version": VERSION,
        "findings": [_finding(finding) for finding in report.findings],
        "failures": [
            {"path": failure.path, "message": failure.message} for failure in report.failures
        ],
    }
    return json.dumps(document, indent=2, allow_nan=False) + "\n"


def effect_as_json(effect: Effect) -> Json:
    """What a finding predicts; a bound of None means that nothing bounds the number."""
    return {
        "actors": _quantity(effect.actors),
        "idle": _quantity(effect.idle),
        "utilisation": _quantity(effect.utilisation),
        "rows_per_actor": None
        if effect.shares is None
        else [{"worker": share.worker, "rows": _number(share.rows)} for share in effect.shares],
    }


def _finding(finding: Finding) -> Json:
    return {
        "code": finding.code,
        "name": finding.name,
        **_span(finding.span),
        "message": finding.message,
        "severity": finding.severity.value,
        "confidence": finding.confidence.value,
        "effect": None if finding.effect is None else effect_as_json(finding.effect),
        "assumptions": list(finding.assumptions),
        "related": [_related(related) for related in finding.related],
        "fixes": [_fix(fix) for fix in finding.fixes],
    }


def _span(span: Span) -> Json:
    return {
        "path": span.path,
        "line": span.line,
        "column": span.column,
        "end_line": span.end_line,
        "end_column": span.end_column,
    }


def _related(related: Related) -> Json:
    return {**_span(related.span), "message": related.message}


def _fix(fix: Fix) -> Json:
    return {
        "message": fix.message,
        "safety": fix.safety.value,
        "edits": [{**_span(edit.span), "text": edit.text} for edit in fix.edits],
    }


def _quantity(quantity: Quantity) -> Json:
    return {"low": _number(quantity.low), "high": _number(quantity.high)}


def _number(number: float) -> float | None:
    """The number, as an int where it is whole."""
    if not math.isfinite(number):
        return None
    return int(number) if number == int(number) else number
