"""Every rule on the programs under `<rule-name>/fires` and `<rule-name>/silent`.

A line that a finding of the rule starts on ends in `# expect`. A line `# also DFT101` names rules
that find something else in the same program.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from daft_lint.documents.document import Document
from daft_lint.findings import Confidence, Finding
from daft_lint.linting import lint
from daft_lint.registry import all_rules
from daft_lint.settings import default_settings

if TYPE_CHECKING:
    from syrupy.assertion import SnapshotAssertion

_HERE = Path(__file__).parent
_FEWEST_CASES = 6
_EXPECT = re.compile(r"[ \t]*# expect$", re.MULTILINE)
_ALSO = re.compile(r"^# also (DFT\d{3})$", re.MULTILINE)
_RULES = {rule.name: rule for rule in all_rules()}


@dataclass(frozen=True, slots=True)
class RuleCase:
    """A program, the rule it is about, the lines it should be found on, and other rules found."""

    rule: str
    name: str
    text: str
    expected: tuple[int, ...]
    also: frozenset[str]

    @property
    def document(self) -> Document:
        return Document(f"{self.name}.py", self.text)


def cases(kind: str, rule: str = "*") -> list[RuleCase]:
    return [_case(path) for path in sorted(_HERE.glob(f"{rule}/{kind}/*.py"))]


def _case(path: Path) -> RuleCase:
    marked = path.read_text(encoding="utf-8")
    lines = marked.split("\n")
    return RuleCase(
        rule=path.parent.parent.name,
        name=path.stem,
        text=_EXPECT.sub("", marked),
        expected=tuple(number for number, line in enumerate(lines, 1) if _EXPECT.search(line)),
        also=frozenset(_ALSO.findall(marked)),
    )


def named(case: RuleCase) -> str:
    return f"{case.rule}-{case.name}"


def found(case: RuleCase) -> list[Finding]:
    return list(lint(case.document, default_settings()).findings)


def of_rule(case: RuleCase) -> list[Finding]:
    return [finding for finding in found(case) if finding.name == case.rule]


@pytest.mark.parametrize("case", cases("fires"), ids=named)
def test_a_rule_finds_exactly_the_marked_lines(case: RuleCase) -> None:
    assert case.expected, "mark the lines of the findings with `# expect`"
    assert tuple(finding.span.line for finding in of_rule(case)) == case.expected


@pytest.mark.parametrize("case", cases("fires"), ids=named)
def test_only_the_root_cause_is_found(case: RuleCase) -> None:
    others = {finding.code for finding in found(case) if finding.name != case.rule}
    assert others == case.also


@pytest.mark.parametrize(
    "case", [one for one in cases("fires") if _RULES[one.rule].check is not None], ids=named
)
def test_a_finding_tells_what_it_rests_on_and_what_to_do(case: RuleCase) -> None:
    for finding in of_rule(case):
        assert finding.related
        assert finding.fixes
        assert finding.fixes[0].message


@pytest.mark.parametrize(
    "case",
    [one for one in cases("fires") if one.rule in _RULES and "DFT1" in _RULES[one.rule].code],
    ids=named,
)
def test_a_finding_about_actors_names_numbers(case: RuleCase) -> None:
    for finding in of_rule(case):
        assert re.search(r"\d", finding.message)


@pytest.mark.parametrize("case", cases("silent"), ids=named)
def test_a_rule_keeps_silent(case: RuleCase) -> None:
    assert [finding.message for finding in of_rule(case)] == []


@pytest.mark.parametrize("rule", _RULES)
def test_what_a_rule_says(rule: str, snapshot: SnapshotAssertion) -> None:
    said = [
        f"{case.name}:{finding.span.line}\n{_told(finding)}"
        for case in cases("fires", rule)
        for finding in of_rule(case)
    ]
    assert "\n\n".join(said) == snapshot


def _told(finding: Finding) -> str:
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


@pytest.mark.parametrize("rule", _RULES)
def test_a_rule_has_cases_enough(rule: str) -> None:
    assert len(cases("fires", rule)) >= _FEWEST_CASES
    assert len(cases("silent", rule)) >= _FEWEST_CASES


def test_every_folder_of_cases_belongs_to_a_rule() -> None:
    folders = {path.name for path in _HERE.iterdir() if (path / "fires").is_dir()}
    assert folders == set(_RULES)


def test_nothing_is_less_than_likely_by_default() -> None:
    assert default_settings().min_confidence is Confidence.LIKELY
