"""The measured gain of each rule's remedy, as the docs tell it."""

from __future__ import annotations

import re

import pytest
import remedies
from case_corpus import firing
from remedies_page import page

from daft_lint import testing
from daft_lint.findings import Severity

# What the linting says of a file or of its own comments: nothing of it runs on Daft.
_OF_THE_LINTING = re.compile(r"DFT9\d\d")


def warning_rules() -> set[str]:
    """The codes of the rules that warn, or worse, in one of their own cases."""
    found: set[str] = set()
    for case in firing():
        # The first case that warns answers for its rule.
        if case.rule.code not in found:
            findings = testing.found(
                case.text, case.rule, name=case.programs[0].path.removesuffix(".py")
            )
            found |= {finding.code for finding in findings if finding.severity > Severity.INFO}
    return found


def test_no_rule_warns_whose_remedy_was_not_measured() -> None:
    warn = {code for code in warning_rules() if not _OF_THE_LINTING.fullmatch(code)}
    assert warn <= {remedy.rule for remedy in remedies.read()}


@pytest.mark.parametrize("remedy", remedies.read(), ids=lambda remedy: remedy.rule)
def test_each_remedy_helps(remedy: remedies.Remedy) -> None:
    assert remedy.after < remedy.before


def test_every_miniature_was_measured() -> None:
    assert {remedy.rule.lower() for remedy in remedies.read()} == set(remedies.names())


def test_the_page_is_that_of_the_figures() -> None:
    written = remedies.PAGE.read_text(encoding="utf-8")
    assert written == page(remedies.read()), "run python benchmarks/remedies.py --page"


def test_an_unknown_miniature_is_an_error(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as ended:
        remedies.main(["dft999"])
    assert ended.value.code == 2
    assert "no miniature is called dft999" in capsys.readouterr().err
