"""Every program that fires a rule, adopted: known by a baseline, or silenced by comments."""

from __future__ import annotations

import io
import random
import subprocess
import sys
import tokenize
from functools import cache
from itertools import groupby, islice
from pathlib import Path

import pytest
from case_corpus import firing
from sampling import everything

from daft_lint.baselines.baseline import Known, compared
from daft_lint.documents.document import Document
from daft_lint.documents.statements import Statements
from daft_lint.documents.suppression_edits import annotations_for
from daft_lint.documents.tokens import tokenized
from daft_lint.findings import Finding
from daft_lint.fixing import fixed
from daft_lint.linting import SYNTAX_ERROR, UNUSED_SUPPRESSION, lint
from daft_lint.registry import all_rules
from daft_lint.settings import default_settings
from daft_lint.testing import RuleCase

# One of each rule: cases of a rule differ in what it judges, seldom in how they are written.
_EACH = 4 if everything() else 1
_CASES = [
    case
    for _, of_rule in groupby(firing(), key=lambda case: case.rule.code)
    for case in islice(of_rule, _EACH)
]
_NOTHING = ["", "# a comment", "import os", "EXTRA = (1, 2)"]


@cache
def found_in(text: str) -> tuple[Finding, ...]:
    return lint(Document("case.py", text), default_settings()).findings


def known(text: str) -> dict[Known, int]:
    """The findings of a text as a baseline."""
    entries: dict[Known, int] = {}
    for finding in found_in(text):
        kind = known_as(finding, text)
        entries[kind] = entries.get(kind, 0) + 1
    return entries


def known_as(finding: Finding, text: str) -> Known:
    code = Statements(Document("case.py", text)).at(finding.span.line).code
    return Known("case.py", finding.code, code)


def is_program(text: str) -> bool:
    return not any(finding.code == SYNTAX_ERROR for finding in found_in(text))


@pytest.mark.parametrize("case", _CASES, ids=str)
def test_findings_stay_known_when_lines_come_in_between(case: RuleCase) -> None:
    text = case.text
    if not is_program(text):
        return
    moved = _with_lines_between(text, random.Random(case.name))
    new, found = compared(found_in(moved), known(text), lambda finding: known_as(finding, moved))
    assert [(finding.code, finding.span.line) for finding in new] == []
    assert len(found) == sum(known(text).values())


def _with_lines_between(text: str, chance: random.Random) -> str:
    """Lines that do nothing before statements of the outermost level."""
    lines = text.split("\n")
    starts = [first for first, _ in tokenized(text).logical_lines if lines[first - 1][:1].strip()]
    headers = ("else", "elif", "except", "finally", "case")
    for start in reversed(starts):
        # A comment above a statement may speak of it.
        after_comment = lines[start - 2].lstrip().startswith("#") if start > 1 else False
        if not lines[start - 1].startswith(headers) and not after_comment:
            lines[start - 1 : start - 1] = chance.choices(_NOTHING, k=chance.randrange(3))
    return "\n".join(lines)


@pytest.mark.parametrize("quotes", ["single", "double"])
@pytest.mark.parametrize("width", [40, 120])
def test_statements_stay_known_through_a_formatter(width: int, quotes: str) -> None:
    programs = [case.text for case in _CASES if is_program(case.text)]
    names = [f"case_{number}.py" for number in range(len(programs))]
    for text, after in zip(programs, _formatted(names, programs, width, quotes), strict=True):
        assert _known(after) == _known(text)


def _formatted(names: list[str], programs: list[str], width: int, quotes: str) -> list[str]:
    from tempfile import TemporaryDirectory

    with TemporaryDirectory() as folder:
        files = [Path(folder, name) for name in names]
        for file, text in zip(files, programs, strict=True):
            file.write_text(text, encoding="utf-8")
        ruff = Path(sys.executable).with_name("ruff")
        options = ("--isolated", "--line-length", str(width))
        style = ("--config", f"format.quote-style = '{quotes}'")
        subprocess.run([ruff, "format", "-q", *options, *style, folder], check=True)
        return [file.read_text(encoding="utf-8") for file in files]


def _known(text: str) -> list[Known]:
    """The statements of a text as a baseline knows them."""
    statements = Statements(Document("case.py", text))
    lines = tokenized(text).logical_lines
    return [Known("case.py", "DFT101", statements.at(first).code) for first, _ in lines]


@pytest.mark.parametrize(
    ("reason", "end"), [("", "\n"), ("known since May", "\r\n")], ids=["noqa", "ignore"]
)
@pytest.mark.parametrize("case", _CASES, ids=str)
def test_comments_silence_all_that_comments_can(case: RuleCase, reason: str, end: str) -> None:
    text = case.text.replace("\n", end)
    findings = found_in(text)
    if not is_program(text):
        return
    wanted = [finding for finding in findings if finding.code != UNUSED_SUPPRESSION]
    document = Document("case.py", text)
    rules = tuple((rule.code, rule.name) for rule in all_rules())
    edits = [annotation.edit for annotation in annotations_for(document, wanted, rules, reason)]
    outcome = fixed(document, [(edit,) for edit in edits])
    assert not outcome.left
    assert _code(outcome.text) == _code(text)
    assert outcome.text.count(end) == text.count(end)
    left = [_summary(finding) for finding in found_in(outcome.text)]
    assert left == [_summary(finding) for finding in findings if finding.code == UNUSED_SUPPRESSION]


def _code(text: str) -> list[tuple[int, str]]:
    quiet = {tokenize.COMMENT, tokenize.NL}
    tokens = tokenize.generate_tokens(io.StringIO(text, newline=None).readline)
    return [(token.type, token.string) for token in tokens if token.type not in quiet]


def _summary(finding: Finding) -> tuple[str, int, str]:
    return finding.code, finding.span.line, finding.message
