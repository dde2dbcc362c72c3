"""The fixes of every case that fires: nothing is left, nothing breaks, nothing else changes."""

from __future__ import annotations

import ast
import sys
from collections import Counter
from collections.abc import Mapping, Sequence
from functools import cache
from pathlib import Path

import pytest
from sampling import nightly

from daft_lint.documents.document import Document
from daft_lint.findings import Finding
from daft_lint.fixing import SAFE, SAFE_AND_UNSAFE, Outcome, chosen, fix, fixed
from daft_lint.registry import all_rules

sys.path.append(str(Path(__file__).parent))

from fixable import EXAMPLES, FIRING, FOLDERS, findings, groups_of, with_edits

_CASES = FIRING | EXAMPLES
# DFT212 is about what is written: where larger tasks are the remedy, each has more fragments.
_ABOUT_WORK = {rule.code for rule in all_rules() if rule.needs_work} - {"DFT212"}
_POOL_AFTER_POOL = {"undersized-pool-gpus-that-no-pool-takes"}
"""Of several pools that leave GPUs, one at a time is told."""


class _Alone:
    """One file."""

    def __init__(self, text: str) -> None:
        self.text = text

    def document(self, path: str) -> Document:
        return Document(path, self.text)

    def lint(self, document: Document, changed: Mapping[str, Document]) -> Sequence[Finding]:
        return findings(document.text)


@cache
def outcome_of(text: str) -> Outcome:
    return fix({"a.py": findings(text)}, _Alone(text), SAFE_AND_UNSAFE)


def fixed_text(text: str) -> str:
    return next((part.after["a.py"].text for part in outcome_of(text).parts), text)


each_folder = pytest.mark.parametrize("folder", FOLDERS)


@nightly
def test_many_cases_can_be_fixed() -> None:
    assert sum(len(with_edits(folder)) for folder in FOLDERS) >= 110


@nightly
def test_most_findings_with_changes_can_be_fixed() -> None:
    fixes = [
        each_fix for text in _CASES.values() for found in findings(text) for each_fix in found.fixes
    ]
    with_changes = [each_fix for each_fix in fixes if each_fix.changes]
    with_edits = [each_fix for each_fix in fixes if each_fix.changes and each_fix.edits]
    assert len(with_edits) >= 0.85 * len(with_changes)


def test_a_rule_with_fixes_tells_how_safe_they_are() -> None:
    """Where the docs say that nothing is fixed, nothing is."""
    documented = {
        rule.code: rule.documentation.partition("## Fix safety")[2] for rule in all_rules()
    }
    for folder in FOLDERS:
        for found in [found for text in with_edits(folder).values() for found in findings(text)]:
            for each_fix in found.fixes:
                reported = documented[found.code].partition("\n## ")[0].lower()
                assert not each_fix.edits or "there is no fix" not in reported, found.code
                assert not (each_fix.edits and each_fix.safety in SAFE) or "safe" in reported, (
                    found.code
                )


@each_folder
def test_what_is_fixed_is_found_no_more(folder: str) -> None:
    for case, text in with_edits(folder).items():
        outcome = outcome_of(text)
        assert outcome.refusals == (), case
        assert outcome.given_up == frozenset(), case
        (part,) = outcome.parts
        after = part.after["a.py"].text
        assert after != text, case
        ast.parse(after)
        made = {made_fix.code for made_fix in part.made}
        before = findings(text)
        unfixable = {found.code for found in before if chosen(found, SAFE_AND_UNSAFE) is None}
        assert not made & {found.code for found in findings(after)} - unfixable, case


@each_folder
def test_no_fix_makes_actors_idle(folder: str) -> None:
    """One may bring to light what nobody could see before, but no pool gets worse by it."""
    for case, text in with_edits(folder).items():
        before = {found.code for found in findings(text)}
        after = {found.code for found in findings(fixed_text(text)) if found.effect is not None}
        assert after <= before, case


@each_folder
def test_a_second_fix_changes_nothing(folder: str) -> None:
    for case, text in with_edits(folder).items():
        after = fixed_text(text)
        assert groups_of(findings(after)) == [], case
        assert fixed_text(after) == after, case


@each_folder
def test_a_remedy_that_is_written_needs_no_other_number(folder: str) -> None:
    """What is told is what is written: no second fix of the same rule corrects the first.

    Nor has work a finding then that it had not, with a fix or without.
    """
    for case, text in with_edits(folder).items():
        told = Counter(found.code for found in findings(text))
        (part,) = outcome_of(text).parts
        again = {code for code in Counter(made.code for made in part.made) - told if code in told}
        others = {"DFT111"} if case in _POOL_AFTER_POOL else set()
        assert again & _ABOUT_WORK <= others, case
        after = {found.code for found in findings(part.after["a.py"].text)}
        assert after & _ABOUT_WORK <= set(told), case


@each_folder
def test_edits_of_one_fix_do_not_overlap_and_lie_in_the_text(folder: str) -> None:
    for case, text in with_edits(folder).items():
        for group in groups_of(findings(text)):
            assert fixed(Document("a.py", text), [group]).left == (), case


@each_folder
@pytest.mark.parametrize("line_end", ["\r\n", "\r"])
def test_line_ends_stay_what_they_are(folder: str, line_end: str) -> None:
    """A rule may leave some line ends alone; what it fixes, it fixes just so."""
    for case, text in with_edits(folder).items():
        other = text.replace("\n", line_end)
        both = _fixable(text) & _fixable(other)
        mine, theirs = (
            fixed(
                Document("a.py", each_text),
                [g for f in findings(each_text) if f.code in both for g in groups_of([f])],
            )
            for each_text in (text, other)
        )
        assert theirs.text == mine.text.replace("\n", line_end), case


def _fixable(text: str) -> set[str]:
    return {finding.code for finding in findings(text) if groups_of([finding])}
