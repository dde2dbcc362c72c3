"""What is kept of results: everything, or nothing."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

from daft_lint.caching.results import Fresh, read_result
from daft_lint.documents.document import read_document
from daft_lint.documents.project import ProjectFolder
from daft_lint.findings import Confidence, Severity
from daft_lint.linting import Linted, lint
from daft_lint.registry import all_rules
from daft_lint.rule_parts.rule_failures import RuleFailure
from daft_lint.settings import default_settings

EXAMPLES = Path(__file__).parents[2] / "examples"
EVERYTHING = replace(default_settings(), min_confidence=min(Confidence), min_severity=min(Severity))


def linted_examples() -> list[Linted]:
    documents = [read_document(file, file.name) for file in sorted(EXAMPLES.glob("*.py"))]
    return [lint(document, EVERYTHING, on_cluster=True) for document in documents]


def kept(linted: Linted, project: Path) -> Linted | None:
    return read_result(Fresh.of(b"text", linted, ProjectFolder(project)).result)


def test_results_come_back_as_they_were(tmp_path: Path) -> None:
    found = linted_examples()
    assert sum(len(linted.findings) for linted in found) > 5
    assert sum(len(linted.judgements) for linted in found) > 5
    assert any(linted.on_cluster is not None for linted in found)
    for linted in found:
        assert kept(linted, tmp_path) == linted


def test_nothing_is_kept_of_a_file_that_a_rule_failed_on(tmp_path: Path) -> None:
    (linted, *_) = linted_examples()
    failed = replace(linted, failures=(RuleFailure(all_rules()[0], ValueError("why")),))
    assert kept(failed, tmp_path) is None


def test_what_a_rule_put_into_a_finding_is_not_made_anew(tmp_path: Path) -> None:
    linted = next(each for each in linted_examples() if each.findings)
    for strange in (Path("somewhere"), lambda: 0):
        own = replace(linted.findings[0], message=strange)
        assert kept(replace(linted, findings=(own,)), tmp_path) is None
