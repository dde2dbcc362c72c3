"""The programs that fire a rule, and what is found in them, looked for once for all tests here."""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import cache
from pathlib import Path

from daft_lint.documents.document import Document
from daft_lint.findings import Finding
from daft_lint.fixing import SAFE_AND_UNSAFE, Group, chosen
from daft_lint.linting import lint
from daft_lint.settings import default_settings

TESTS = Path(__file__).parents[1]
FIRING = sorted(TESTS.glob("rules/*/fires/*.py"))
EXAMPLES = sorted(TESTS.parent.glob("examples/*.py"))
_EXPECT = re.compile(r"[ \t]*# expect$", re.MULTILINE)
_SETTINGS = default_settings()


@cache
def text_of(case: Path) -> str:
    """A program as somebody would write it."""
    return _EXPECT.sub("", case.read_text(encoding="utf-8"))


def linted(text: str) -> tuple[Finding, ...]:
    """What is found in a program."""
    return lint(Document("a.py", text), _SETTINGS).findings


findings = cache(linted)


def groups_of(found: Sequence[Finding]) -> list[Group]:
    """The edits of each fix."""
    chosen_fixes = (chosen(one, SAFE_AND_UNSAFE) for one in found)
    return [one.edits for one in chosen_fixes if one is not None]
