"""What the playground asks of daft-lint: one program, one cluster, one answer as JSON."""

from __future__ import annotations

import ast
import json
from dataclasses import replace

from daft_lint.documents.document import decode
from daft_lint.linting import lint
from daft_lint.plan.cluster import Cluster, RunnerKind
from daft_lint.plan.quantity import exactly
from daft_lint.reporting.json import finding_as_json
from daft_lint.reporting.questions import questions
from daft_lint.settings import SourceFact, default_settings

_NAME = "pipeline.py"
_RULES = ("DFT1", "DFT2")
_ABOUT_BODIES = ("DFT113",)
"""Rules about the bodies of UDFs, as all of DFT3, need LibCST, which the page doesn't have."""


def answer(code: str, workers: int, cpus: int, gpus: int, rows: int, partitions: int) -> str:
    """The findings and the open work of a program on a Ray cluster.

    `rows` and `partitions` are those of sources that the code says nothing of; 0 leaves them open.
    """
    try:
        ast.parse(code)
    except (SyntaxError, ValueError) as error:
        found = {"findings": [_unreadable(error)], "left_out": [], "judged": [], "open": []}
        return json.dumps(found)
    given = SourceFact(
        "**", exactly(rows) if rows else None, exactly(partitions) if partitions else None
    )
    settings = replace(
        default_settings(),
        select=_RULES,
        ignore=_ABOUT_BODIES,
        runner=RunnerKind.RAY,
        cluster=Cluster(exactly(workers), exactly(cpus), exactly(gpus)),
        otherwise=given,
    )
    linted = lint(decode(code.encode(), _NAME), settings)
    return json.dumps(
        {
            "findings": [finding_as_json(finding) for finding in linted.findings],
            "left_out": sorted({failure.rule.code for failure in linted.failures}),
            "judged": [judgement.status.value for judgement in linted.judgements],
            "open": [
                {
                    "line": question.first.span.line,
                    "work": question.names,
                    "text": question.text,
                    "conditions": list(question.conditions),
                }
                for question in questions(linted.judgements)
            ],
        }
    )


def _unreadable(error: SyntaxError | ValueError) -> dict[str, object]:
    """A finding about code that is no Python."""
    line = error.lineno if isinstance(error, SyntaxError) else None
    message = error.msg if isinstance(error, SyntaxError) else str(error)
    found = {"code": "DFT900", "name": "syntax-error", "line": line or 1, "message": message}
    return {**found, "effect": None, "related": [], "fixes": []}
