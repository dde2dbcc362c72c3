"""The findings of rules in a program, and the program as their fixes leave it."""

from __future__ import annotations

from collections.abc import Mapping

from daft_lint.documents.document import Document
from daft_lint.documents.project import NO_PROJECT, Project
from daft_lint.findings import Finding
from daft_lint.fixing import SAFE, SAFE_AND_UNSAFE, fix
from daft_lint.linting import lint
from daft_lint.records import dataclass, replace
from daft_lint.registry import all_rules, with_rule
from daft_lint.rule import Rule
from daft_lint.settings import Settings, default_settings


def found(
    program: str,
    rule: Rule | None = None,
    *,
    name: str = "program",
    settings: Settings | None = None,
) -> tuple[Finding, ...]:
    """What a rule finds in a program, or what all rules find, in the order it is reported in.

    Suppressions count as in any file. What a rule raises is raised here.
    """
    settings = default_settings() if settings is None else settings
    document = Document(f"{name}.py", program)
    if rule is None:
        return findings_in(document, all_rules(), settings)
    findings = findings_in(document, with_rule(rule), selecting(rule, settings))
    return tuple(finding for finding in findings if finding.code == rule.code)


def fixed(
    program: str, rule: Rule, *, unsafe: bool = False, settings: Settings | None = None
) -> str:
    """The program as `--fix` leaves it where it makes the fixes of this rule only.

    `unsafe` makes those of `--unsafe-fixes` too.

    Raises:
        AssertionError: when a fix is refused, as one is that would leave no Python program.
    """
    source = _Program(program, rule, settings)
    allowed = SAFE_AND_UNSAFE if unsafe else SAFE
    path = source.document().path
    outcome = fix({path: source.lint(source.document())}, source, allowed)
    for refusal in outcome.refusals:
        raise AssertionError(f"{rule.code}: {refusal.message}")
    texts = {path: part.after[path].text for part in outcome.parts for path in part.after}
    return texts.get(path, program)


@dataclass(frozen=True, slots=True)
class _Program:
    """A program as the only file there is."""

    text: str
    rule: Rule
    settings: Settings | None

    def document(self, path: str = "program.py") -> Document:
        return Document("program.py", self.text)

    def lint(
        self, document: Document, changed: Mapping[str, Document] | None = None
    ) -> tuple[Finding, ...]:
        return found(document.text, self.rule, settings=self.settings)


def selecting(rule: Rule, settings: Settings) -> Settings:
    """Settings by which a rule runs besides those that they select."""
    return replace(settings, select=(*settings.select, rule.code))


def findings_in(
    document: Document,
    rules: tuple[Rule, ...],
    settings: Settings,
    project: Project = NO_PROJECT,
) -> tuple[Finding, ...]:
    """What rules find in a document.

    Raises:
        Exception: what a rule raises.
    """
    linted = lint(document, settings, project, rules)
    for failure in linted.failures:
        raise failure.error
    return linted.findings
