"""Fixes are made until nothing is left to fix, or it is told why they can't be."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field

import pytest

from daft_lint.documents.document import Document, UnreadableDocumentError
from daft_lint.findings import Confidence, Edit, Finding, Fix, Safety, Severity
from daft_lint.fixing import MOST_PASSES, SAFE, SAFE_AND_UNSAFE, Choice, Outcome, fix, fix_once
from daft_lint.plan.span import Span

Rule = Callable[[Document, Mapping[str, Document]], Sequence[Finding]]


@dataclass
class Files:
    """Files that hold texts, and one rule."""

    texts: dict[str, str]
    rule: Rule
    asked: list[str] = field(default_factory=list)

    def document(self, path: str) -> Document:
        if path not in self.texts:
            raise UnreadableDocumentError(path, "can't be read: No such file or directory")
        return Document(path, self.texts[path])

    def lint(self, document: Document, changed: Mapping[str, Document]) -> Sequence[Finding]:
        self.asked.append(document.path)
        return self.rule(document, {path: self.document(path) for path in self.texts} | changed)

    def fixed(self, allowed: frozenset[Safety] = SAFE) -> Outcome:
        everything = {path: self.document(path) for path in self.texts}
        return fix({p: self.rule(d, everything) for p, d in everything.items()}, self, allowed)


def finding(code: str, *edits: Edit, safety: Safety = Safety.SAFE) -> Finding:
    return Finding(
        code, code, "wrong", edits[0].span, Severity.INFO, Confidence.CERTAIN,
        fixes=(Fix("fix it", safety, edits),),
    )  # fmt: skip


def words(path: str, text: str, word: str, new: str) -> list[Edit]:
    """An edit for each place of a word, all in the first line."""
    return [
        Edit(Span(path, 1, found.start() + 1, 1, found.end() + 1), new)
        for found in re.finditer(rf"\b{word}\b", text)
    ]


def replacing(*pairs: tuple[str, str, str], safety: Safety = Safety.SAFE) -> Rule:
    """A rule that puts one word in the place of another: code, old and new word."""

    def rule(document: Document, others: Mapping[str, Document]) -> Sequence[Finding]:
        return [
            finding(code, edit, safety=safety)
            for code, old, new in pairs
            for edit in words(document.path, document.text, old, new)
        ]

    return rule


def texts_of(outcome: Outcome) -> dict[str, str]:
    return {path: document.text for part in outcome.parts for path, document in part.after.items()}


def test_what_a_fix_brings_to_light_is_fixed_too() -> None:
    outcome = Files({"a.py": "a + a"}, replacing(("R1", "a", "b"), ("R2", "b", "c"))).fixed()
    assert texts_of(outcome) == {"a.py": "c + c"}
    assert [made.code for part in outcome.parts for made in part.made] == ["R1", "R1", "R2", "R2"]
    assert outcome.refusals == ()


def test_only_files_that_may_look_different_are_linted_again() -> None:
    files = Files({"a.py": "a", "b.py": "x"}, replacing(("R1", "a", "b")))
    files.fixed()
    assert files.asked == ["a.py"]


def test_unsafe_fixes_are_made_when_asked_for() -> None:
    files = Files({"a.py": "a"}, replacing(("R1", "a", "b"), safety=Safety.UNSAFE))
    assert texts_of(files.fixed()) == {}
    assert texts_of(files.fixed(SAFE_AND_UNSAFE)) == {"a.py": "b"}


def test_a_sketch_is_never_made() -> None:
    files = Files({"a.py": "a"}, replacing(("R1", "a", "b"), safety=Safety.DISPLAY_ONLY))
    assert texts_of(files.fixed(SAFE_AND_UNSAFE)) == {}


def test_of_two_fixes_that_touch_the_other_one_waits_for_the_next_pass() -> None:
    def rule(document: Document, others: Mapping[str, Document]) -> Sequence[Finding]:
        """One letter less at a time, from the end; each but the first says so of the whole word."""
        end = len(document.text) + 1
        return [
            finding(f"R{at}", Edit(Span("a.py", 1, 2, 1, end), document.text[1:-1]))
            for at in range(end - 2)
        ]

    outcome = Files({"a.py": "a" * (MOST_PASSES + 5)}, rule).fixed()
    assert texts_of(outcome) == {"a.py": "a"}
    assert outcome.refusals == ()


def test_fixes_that_undo_each_other_are_an_internal_error_that_names_them() -> None:
    rule = replacing(("R1", "a", "b"), ("R2", "b", "a"), ("R3", "x", "y"))
    outcome = Files({"a.py": "a", "b.py": "x"}, rule).fixed()
    assert texts_of(outcome) == {"b.py": "y"}
    (refusal,) = outcome.refusals
    assert refusal.path == "a.py"
    assert refusal.message.startswith(
        "internal error: the fixes of R1 and R2 keep changing each other's code"
    )
    assert outcome.given_up == {"a.py"}


def test_a_fix_that_leaves_no_program_is_left_out_and_reported_and_the_others_are_made() -> None:
    rule = replacing(("R1", "a", "("), ("R2", "b", "c"))
    outcome = Files({"a.py": "a + b", "b.py": "b"}, rule).fixed()
    assert texts_of(outcome) == {"a.py": "a + c", "b.py": "c"}
    (refusal,) = outcome.refusals
    assert refusal.path == "a.py"
    assert "internal error: the fix of R1 would make it invalid Python" in refusal.message


def test_a_fix_that_changes_nothing_is_none() -> None:
    outcome = Files({"a.py": "a"}, replacing(("R1", "a", "a"))).fixed()
    assert (outcome.parts, outcome.refusals) == ((), ())


def test_a_file_that_is_no_program_is_not_fixed() -> None:
    outcome = Files({"a.py": "a ("}, replacing(("R1", "a", "b"))).fixed()
    assert (outcome.parts, outcome.refusals) == ((), ())


@pytest.mark.parametrize(
    "edits",
    [
        (Edit(Span("a.py", 9, 1, 9, 2), "b"),),
        (Edit(Span("a.py", 1, 1, 1, 2), "b"), Edit(Span("a.py", 1, 1, 1, 2), "c")),
    ],
)
def test_a_fix_that_fits_no_text_is_an_internal_error(edits: tuple[Edit, ...]) -> None:
    outcome = Files({"a.py": "a"}, lambda *_: [finding("R1", *edits)]).fixed()
    assert outcome.parts == ()
    assert [refusal.message.partition(";")[0] for refusal in outcome.refusals] == [
        "internal error: a fix of R1 fits no text"
    ]


def test_a_rule_that_fails_on_a_fixed_text_leaves_the_file_as_it_was() -> None:
    def rule(document: Document, others: Mapping[str, Document]) -> Sequence[Finding]:
        if document.text == "b":
            raise KeyError("oops")
        return replacing(("R1", "a", "b"))(document, others)

    outcome = Files({"a.py": "a"}, rule).fixed()
    assert outcome.parts == ()
    assert outcome.given_up == {"a.py"}
    assert "its fixed text can't be checked: KeyError: 'oops'" in outcome.refusals[0].message


def _everywhere(document: Document, others: Mapping[str, Document]) -> Sequence[Finding]:
    """A rule that renames `old` in all files, found where it is bound."""
    if not document.text.startswith("old ="):
        return replacing(("R2", "x", "y"))(document, others)
    edits = [
        edit
        for path, each_document in others.items()
        for edit in words(path, each_document.text, "old", "new")
    ]
    return [finding("R1", *edits)]


def test_a_fix_in_several_files_is_one_part_and_others_are_parts_of_their_own() -> None:
    texts = {"a.py": "old = 1", "b.py": "old + x", "c.py": "x"}
    outcome = Files(texts, _everywhere).fixed()
    assert texts_of(outcome) == {"a.py": "new = 1", "b.py": "new + y", "c.py": "y"}
    assert [sorted(part.before) for part in outcome.parts] == [["a.py", "b.py"], ["c.py"]]
    assert [[made.code for made in part.made] for part in outcome.parts] == [["R1", "R2"], ["R2"]]


def test_a_fix_with_a_file_that_cannot_be_read_is_not_made() -> None:
    def rule(document: Document, others: Mapping[str, Document]) -> Sequence[Finding]:
        edits = [Edit(Span(path, 1, 1, 1, 2), "b") for path in ("a.py", "gone.py")]
        return [finding("R1", *edits)]

    outcome = Files({"a.py": "a"}, rule).fixed()
    assert outcome.parts == ()
    assert "No such file" in outcome.refusals[0].message


def test_a_fix_in_several_files_breaks_none_of_them() -> None:
    def rule(document: Document, others: Mapping[str, Document]) -> Sequence[Finding]:
        if document.text != "a":
            return []
        return [finding("R1", *(Edit(Span(p, 1, 1, 1, 2), "(") for p in ("b.py", "a.py")))]

    outcome = Files({"a.py": "a", "b.py": "b"}, rule).fixed()
    assert outcome.parts == ()
    assert "invalid Python" in outcome.refusals[0].message


def test_fixes_can_be_made_once_without_a_look_at_what_follows() -> None:
    files = Files({"a.py": "a"}, replacing(("R1", "a", "b"), ("R2", "a", "c")))
    found = files.lint(files.document("a.py"), {})
    outcome = fix_once(
        [Choice(each_finding, each_finding.fixes[0]) for each_finding in found], files
    )
    assert texts_of(outcome) == {"a.py": "b"}
    assert [choice.finding.code for choice in outcome.left] == ["R2"]
