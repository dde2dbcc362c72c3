"""Every rule on the cases of its document, `<rule-name>.md`.

They are written and checked by `daft_lint.testing`, as rules of others are.
"""

from __future__ import annotations

import json
import re
from dataclasses import replace
from functools import cache
from pathlib import Path, PurePath
from typing import TYPE_CHECKING, Any

import pytest
from case_corpus import cases_of, every_case
from syrupy.extensions.json import JSONSnapshotExtension

from daft_lint import testing
from daft_lint.findings import Confidence, Finding, Safety
from daft_lint.plan.cluster import RunnerKind
from daft_lint.registry import all_rules
from daft_lint.settings import default_settings
from daft_lint.testing import RuleCase
from daft_lint.testing.documents import read_case_document

if TYPE_CHECKING:
    from syrupy.assertion import SnapshotAssertion

_HERE = Path(__file__).parent
_FEWEST_CASES = 6
_RULES = {rule.name: rule for rule in all_rules()}


_FIRING = [case for case in every_case() if case.fires]
_SILENT = [case for case in every_case() if not case.fires]


# Those of pipelines in which nothing selects a runner.
_SILENT_ON_ANY_RUNNER = [
    case for case in _SILENT if case.rule.check and "set_runner" not in case.text
]


@cache
def found_in(case: RuleCase) -> tuple[Finding, ...]:
    """What all rules find in a program, looked for once for all tests here."""
    (program,) = case.programs
    settings = default_settings() if case.settings is None else case.settings
    settings = replace(settings, select=(*settings.select, case.rule.code))
    return testing.found(program.text, name=PurePath(program.path).stem, settings=settings)


def of_rule(case: RuleCase) -> list[Finding]:
    return [finding for finding in found_in(case) if finding.code == case.rule.code]


@pytest.mark.parametrize("case", _FIRING, ids=str)
def test_a_rule_finds_exactly_the_marked_lines(case: RuleCase) -> None:
    (program,) = case.programs
    if sorted(finding.span.line for finding in of_rule(case)) != list(program.expected):
        # It says which lines differ.
        testing.check(case)
        pytest.fail("other lines are found than `check` finds")


@pytest.mark.parametrize("case", _FIRING, ids=str)
def test_only_the_root_cause_is_found(case: RuleCase) -> None:
    if {finding.code for finding in found_in(case)} - {case.rule.code} != case.also:
        testing.check_alone(case)
        pytest.fail("other rules find something than `check_alone` says")


@pytest.mark.parametrize(
    "case",
    [
        case
        for case in _FIRING
        if case.rule.check or case.rule.check_definition or case.rule.check_module
    ],
    ids=str,
)
def test_a_finding_tells_what_it_rests_on_and_what_to_do(case: RuleCase) -> None:
    for finding in of_rule(case):
        assert finding.related, "name in `related` a place that the problem rests on"
        assert len(set(finding.related)) == len(finding.related)
        assert finding.fixes
        assert finding.fixes[0].message


@pytest.mark.parametrize("case", [case for case in _FIRING if "DFT1" in case.rule.code], ids=str)
def test_a_finding_about_actors_names_numbers(case: RuleCase) -> None:
    for finding in of_rule(case):
        assert re.search(r"\d", finding.message)


@pytest.mark.parametrize("case", _SILENT, ids=str)
def test_a_rule_keeps_silent(case: RuleCase) -> None:
    testing.check(case)


@pytest.mark.parametrize("case", _SILENT_ON_ANY_RUNNER, ids=str)
def test_a_rule_keeps_silent_on_ray_too(case: RuleCase) -> None:
    """Without a sign of Ray, what holds only there is too unsure to be reported anyway."""
    on_ray = replace(default_settings(), runner=RunnerKind.RAY)
    testing.check(replace(case, settings=on_ray))


@pytest.mark.parametrize("rule", _RULES)
def test_what_a_rule_says(rule: str, snapshot: SnapshotAssertion) -> None:
    said = [
        f"{case.name}:{finding.span.line}\n{_text_of(finding)}"
        for case in cases_of(rule)
        if case.fires
        for finding in of_rule(case)
    ]
    assert "\n\n".join(said) == snapshot


def _text_of(finding: Finding) -> str:
    lines = [f"{finding.severity.value}, {finding.confidence.value}: {finding.message}"]
    lines += [f"help: {fix.message}" for fix in finding.fixes]
    lines += [f"assuming {assumption}" for assumption in finding.assumptions]
    if finding.effect is not None:
        effect = finding.effect
        lines.append(
            f"idle {effect.idle} of {effect.actors}, "
            f"utilisation {effect.utilisation.low:.2f} to {effect.utilisation.high:.2f}"
        )
    return "\n".join(f"    {line}" for line in lines)


class _ALineEach(JSONSnapshotExtension):
    """JSON with a line for each entry of a table."""

    def serialize(self, data: Any, **_: Any) -> str:
        entries = (f"{json.dumps(name)}: {json.dumps(entry)}" for name, entry in data.items())
        return "{\n" + ",\n".join(entries) + "\n}\n"


def test_the_table_of_rules(snapshot: SnapshotAssertion) -> None:
    """What the rules report in their cases: `docs/generate.py` writes the table from it."""
    table = {name: _reported(name) for name in sorted(_RULES)}
    assert table == snapshot(extension_class=_ALineEach)


def _reported(rule: str) -> dict[str, list[str]]:
    """The severities and confidences of the findings of a rule, and the safest fix of each."""
    findings = [finding for case in cases_of(rule) if case.fires for finding in of_rule(case)]
    order = list(Safety)
    fixes = {
        min(map(order.index, (fix.safety for fix in finding.fixes)), default=-1)
        for finding in findings
    }
    return {
        "severity": [
            severity.value for severity in sorted({finding.severity for finding in findings})
        ],
        "confidence": [
            confidence.value for confidence in sorted({finding.confidence for finding in findings})
        ],
        "fix": [order[fix].value for fix in sorted(fixes) if fix >= 0],
    }


@pytest.mark.parametrize("rule", _RULES)
def test_a_rule_has_cases_enough(rule: str) -> None:
    firing = [case for case in cases_of(rule) if case.fires]
    assert len(firing) >= _FEWEST_CASES
    assert len(cases_of(rule)) - len(firing) >= _FEWEST_CASES


def test_every_document_of_cases_belongs_to_a_rule() -> None:
    documents = [read_case_document(path) for path in _HERE.glob("*.md")]
    assert {document.path.stem for document in documents} == set(_RULES)
    assert {document.title for document in documents} == set(_RULES)


def test_nothing_is_less_than_likely_by_default() -> None:
    assert default_settings().min_confidence is Confidence.LIKELY
