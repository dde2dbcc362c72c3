"""The cases that lie in documents: those of rules, and projects of several files."""

from __future__ import annotations

from functools import cache
from pathlib import Path

from daft_lint import testing
from daft_lint.registry import all_rules
from daft_lint.testing import RuleCase
from daft_lint.testing.documents import DocumentedCase, read_case_document

TESTS = Path(__file__).parent
RULES = TESTS / "rules"
PROJECTS = TESTS / "across_files"


@cache
def cases_of(rule: str) -> tuple[RuleCase, ...]:
    """The cases of a rule, by its name."""
    (about,) = [each_rule for each_rule in all_rules() if each_rule.name == rule]
    return testing.cases(RULES / f"{rule}.md", about)


def case_of(rule: str, name: str) -> RuleCase:
    """A case of a rule, by the name of both."""
    for case in cases_of(rule):
        if case.name == name:
            return case
    raise AssertionError(f"tests/rules/{rule}.md has no case `## {name.replace('-', ' ')}`")


@cache
def every_case() -> tuple[RuleCase, ...]:
    """The cases of all rules."""
    return tuple(case for rule in all_rules() for case in cases_of(rule.name))


def firing() -> tuple[RuleCase, ...]:
    """The cases in which a rule finds something."""
    return tuple(case for case in every_case() if case.fires)


def documented(folder: Path) -> tuple[DocumentedCase, ...]:
    """The cases of all documents in a folder, whatever they are about."""
    documents = map(read_case_document, sorted(folder.glob("*.md")))
    return tuple(case for document in documents for case in document.cases)


@cache
def projects() -> tuple[DocumentedCase, ...]:
    """The small projects of several files."""
    return documented(PROJECTS)


def label(case: DocumentedCase) -> str:
    """A name for a test, which is that of the document and of the heading."""
    return f"{case.document.stem}-{case.name}"
