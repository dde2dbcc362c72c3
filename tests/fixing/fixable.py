"""The programs that fire a rule, and what is found in them, looked for once for all tests here."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from pathlib import Path

from case_corpus import cases_of, firing
from sampling import one_in

from daft_lint.documents.document import Document
from daft_lint.findings import Finding
from daft_lint.fixing import SAFE_AND_UNSAFE, Group, chosen
from daft_lint.linting import lint
from daft_lint.registry import all_rules
from daft_lint.settings import default_settings

FIRING = {str(case): case.text for case in firing()}
"""The programs that fire a rule, by the name of their case."""

EXAMPLES = {
    f"examples-{file.stem}": file.read_text(encoding="utf-8")
    for file in sorted(Path(__file__).parents[2].glob("examples/*.py"))
}
_SETTINGS = default_settings()

FOLDERS = (*sorted(rule.name for rule in all_rules()), "examples")
"""The rules that have cases, and the examples."""


def linted(text: str) -> tuple[Finding, ...]:
    """What is found in a program."""
    return lint(Document("a.py", text), _SETTINGS).findings


findings = cache(linted)


def groups_of(found: Sequence[Finding]) -> list[Group]:
    """The edits of each fix."""
    chosen_fixes = (chosen(finding, SAFE_AND_UNSAFE) for finding in found)
    return [fix.edits for fix in chosen_fixes if fix is not None]


@cache
def with_edits(folder: str) -> dict[str, str]:
    """Cases of a rule, or the examples, in which something can be fixed."""
    texts = EXAMPLES
    if folder != "examples":
        fires = [case for case in cases_of(folder) if case.fires]
        texts = {str(case): case.text for case in one_in(6, fires)}
    return {
        case: text for case, text in texts.items() if "\r" not in text and groups_of(findings(text))
    }
