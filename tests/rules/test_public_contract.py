"""Rules of others: a module with the same decorator, named by an entry point."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from daft_lint.documents.document import Document
from daft_lint.linting import lint
from daft_lint.registry import RulesError, all_rules
from daft_lint.settings import default_settings

_RULE = '''\
"""A rule of a company's own."""

from __future__ import annotations

from collections.abc import Iterator

from daft_lint.plan.pipeline import ActionKind
from daft_lint.rule import Case, Problem, rule


@rule("{code}", "{name}")
def csv_output(case: Case) -> Iterator[Problem]:
    """A pipeline writes CSV.

    ## What it does

    Finds `write_csv`.
    """
    action = case.pipeline.action
    if action is not None and action.method == "write_csv":
        yield Problem(
            span=action.span,
            message="CSV keeps no types",
            remedy="use write_parquet",
            on_ray=False,
        )
'''
_PROGRAM = """\
import daft

df = daft.read_parquet("s3://texts/")
df.write_csv("out")
"""

Install = Callable[..., None]
_SETTINGS = replace(default_settings(), select=("DFT", "ACME"))


@pytest.fixture
def install(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Install]:
    """Installs a package with one rule; its name makes the module's, so that each is new."""

    def make(
        package: str, code: str = "ACME001", name: str = "csv-output", *, value: str | None = None
    ) -> None:
        (tmp_path / f"{package}.py").write_text(_RULE.format(code=code, name=name))
        information = tmp_path / f"{package}-1.0.dist-info"
        information.mkdir()
        (information / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {package}\n")
        (information / "entry_points.txt").write_text(
            f"[daft_lint.rules]\n{package} = {value or package}\n"
        )
        all_rules.cache_clear()

    monkeypatch.syspath_prepend(tmp_path)
    yield make
    all_rules.cache_clear()


def test_a_rule_of_others_is_found_and_runs(install: Install) -> None:
    install("acme_lint_rules")
    findings = lint(Document("a.py", _PROGRAM), _SETTINGS).findings
    assert [(one.code, one.name, one.span.line, one.message) for one in findings] == [
        ("ACME001", "csv-output", 4, "CSV keeps no types")
    ]
    assert "ACME001" in [rule.code for rule in all_rules()]


def test_an_entry_point_may_name_a_single_rule(install: Install) -> None:
    install("acme_single_rule", value="acme_single_rule:csv_output")
    assert "csv-output" in [rule.name for rule in all_rules()]


def test_a_rule_that_two_entry_points_offer_is_one(install: Install) -> None:
    install("acme_first")
    install("acme_second", code="ACME002", name="csv-again", value="acme_first:csv_output")
    assert [rule.code for rule in all_rules() if rule.code.startswith("ACME")] == ["ACME001"]


def test_a_rule_of_others_is_silenced_like_any(install: Install) -> None:
    install("acme_silenced_rules")
    silenced = _PROGRAM.replace('"out")', '"out")  # daft-lint: ignore[csv-output] for a customer')
    result = lint(Document("a.py", silenced), _SETTINGS)
    assert (result.findings, result.suppressed) == ((), 1)


@pytest.mark.parametrize(
    ("code", "name", "told"),
    [
        ("DFT101", "csv-output", "code DFT101"),
        ("ACME001", "missing-repartition", "name missing-repartition"),
    ],
)
def test_two_rules_of_one_code_or_name_are_refused(
    install: Install, code: str, name: str, told: str
) -> None:
    package = f"acme_clash_{code.lower()}"
    install(package, code, name)
    with pytest.raises(RulesError) as error:
        all_rules()
    assert str(error.value) == (
        f"two rules have the {told}, in daft_lint.rules.missing_repartition and in {package}: "
        "rename one of them"
    )


def test_an_entry_point_that_cannot_be_loaded_is_told_in_one_line(install: Install) -> None:
    install("acme_broken", value="acme_that_is_gone")
    with pytest.raises(RulesError) as error:
        all_rules()
    assert str(error.value) == (
        "the rules of entry point `acme_broken` (acme_that_is_gone) can't be loaded: "
        "No module named 'acme_that_is_gone'"
    )
