"""The measured gain of each rule's remedy, as the docs tell it."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest
import remedies
from remedies_page import page

from daft_lint.findings import Severity
from daft_lint.registry import all_rules

# What the linting says of a file or of its own comments: nothing of it runs on Daft.
_OF_THE_LINTING = re.compile(r"DFT9\d\d")
_TESTS = Path(__file__).parents[1]
_REPORTED = _TESTS / "rules/__snapshots__/test_cases/test_the_table_of_rules.json"


def warning_rules() -> set[str]:
    """The codes of the rules that warn, or worse, in one of their own cases."""
    reported = json.loads(_REPORTED.read_text("utf-8"))
    codes = {rule.name: rule.code for rule in all_rules()}
    return {
        codes[name]
        for name, entry in reported.items()
        if set(entry["severity"]) != {Severity.INFO.value}
    }


def test_no_rule_warns_whose_remedy_was_not_measured() -> None:
    warn = {code for code in warning_rules() if not _OF_THE_LINTING.fullmatch(code)}
    assert warn
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
