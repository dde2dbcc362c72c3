from __future__ import annotations

import re
from pathlib import Path

import pytest
from case_corpus import case_of

from daft_lint import __version__
from daft_lint.registry import all_rules
from daft_lint.rule import Rule

_HERE = Path(__file__).parent
_SECTIONS = [
    "What it does",
    "Why it is bad",
    "Example",
    "Use instead",
    "Fix safety",
    "References",
]
_OPTIONAL = "Known problems"
_LONGEST_SUMMARY = 110


def each_rule(function: object) -> object:
    return pytest.mark.parametrize("rule", all_rules(), ids=lambda rule: rule.name)(function)


@each_rule
def test_a_rule_is_documented_in_the_same_sections(rule: Rule) -> None:
    found = re.findall(r"^## (.+)$", rule.documentation, re.MULTILINE)
    assert [name for name in found if name != _OPTIONAL] == _SECTIONS
    assert all(_section(rule, name).strip() for name in _SECTIONS)


@each_rule
def test_a_rule_starts_with_one_sentence(rule: Rule) -> None:
    first, blank = rule.documentation.split("\n")[:2]
    assert first.endswith(".")
    assert len(first) <= _LONGEST_SUMMARY
    assert not blank


@each_rule
def test_a_rule_has_a_code_and_a_name_of_the_same_form(rule: Rule) -> None:
    assert re.fullmatch(r"DFT\d{3}", rule.code)
    assert re.fullmatch(r"[a-z0-9]+(-[a-z0-9]+)+", rule.name)


@each_rule
def test_a_rule_names_the_release_that_brought_it(rule: Rule) -> None:
    changelog = (_HERE.parents[1] / "CHANGELOG.md").read_text(encoding="utf-8")
    released = re.findall(r"^## \[(\d+\.\d+\.\d+)\]", changelog, re.MULTILINE)
    assert rule.since in {*released, __version__}


@each_rule
def test_the_file_of_a_rule_is_named_like_it(rule: Rule) -> None:
    assert (_HERE.parents[1] / "rules" / f"{rule.name.replace('-', '_')}.py").is_file()


@pytest.mark.parametrize(
    ("section", "case"),
    [("Example", "the-example-of-the-docs"), ("Use instead", "the-remedy-of-the-docs")],
    ids=["Example", "Use instead"],
)
@each_rule
def test_the_code_in_the_documentation_is_tried(rule: Rule, section: str, case: str) -> None:
    tried = case_of(rule.name, case)
    assert tried.fires == (section == "Example")
    reported = _code(_section(rule, section))
    assert reported
    assert [line for line in reported if line not in tried.text] == []


def _section(rule: Rule, name: str) -> str:
    return rule.documentation.partition(f"\n## {name}\n")[2].partition("\n## ")[0]


def _code(text: str) -> list[str]:
    """The lines of the code blocks, without comments and the bodies that are left out."""
    blocks = re.findall(r"^```python\n(.*?)^```", text, re.MULTILINE | re.DOTALL)
    lines = [line.strip().removesuffix(" ...") for block in blocks for line in block.splitlines()]
    return [line for line in lines if line and not line.startswith("# ")]
