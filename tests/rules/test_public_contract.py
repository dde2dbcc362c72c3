"""Rules of others: a module with the same decorators, named by an entry point or in settings."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from daft_lint.documents.document import Document
from daft_lint.linting import lint
from daft_lint.registry import RulesError, all_rules, rules_for
from daft_lint.rule import Case, Problem, Rule, rule
from daft_lint.rule_parts.rule_failures import RuleFailure
from daft_lint.settings import RuleModule, Settings, default_settings
from daft_lint.settings.places import Place

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
    assert [
        (finding.code, finding.name, finding.span.line, finding.message) for finding in findings
    ] == [("ACME001", "csv-output", 4, "CSV keeps no types")]
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
    ("code", "name", "reported"),
    [
        ("DFT101", "csv-output", "code DFT101"),
        ("ACME001", "missing-repartition", "name missing-repartition"),
    ],
)
def test_two_rules_of_one_code_or_name_are_refused(
    install: Install, code: str, name: str, reported: str
) -> None:
    package = f"acme_clash_{code.lower()}"
    install(package, code, name)
    with pytest.raises(RulesError) as error:
        all_rules()
    assert str(error.value) == (
        f"two rules have the {reported}, in daft_lint.rules.missing_repartition and in {package}: "
        "rename one of them"
    )


@pytest.mark.parametrize(
    ("code", "name", "reported"),
    [
        (
            "house-1",
            "csv-output",
            "the code 'house-1'; use capital letters, then digits: ACME001",
        ),
        ("ACME", "csv-output", "the code 'ACME'; use capital letters, then digits: ACME001"),
        (
            "ACME001",
            "CsvOutput",
            "the name 'CsvOutput'; use lower-case words with hyphens: no-show",
        ),
    ],
)
def test_a_rule_that_no_comment_could_name_is_refused(
    install: Install, code: str, name: str, reported: str
) -> None:
    package = f"acme_form_{len(code)}_{len(name)}_{name.islower()}"
    install(package, code, name)
    with pytest.raises(RulesError) as error:
        all_rules()
    assert str(error.value) == f"a rule in {package} has {reported}"


def test_an_entry_point_that_cannot_be_loaded_is_reported_in_one_line(install: Install) -> None:
    install("acme_broken", value="acme_that_is_gone")
    with pytest.raises(RulesError) as error:
        all_rules()
    assert str(error.value) == (
        "the rules of entry point `acme_broken` (acme_that_is_gone) can't be loaded: "
        "No module named 'acme_that_is_gone'"
    )


def local(folder: Path, *names: str) -> Settings:
    """Settings whose file names modules of a folder."""
    place = Place("extend-rules", "extend-rules", folder / "pyproject.toml")
    modules = tuple(RuleModule(name, folder, place) for name in names)
    return replace(_SETTINGS, extend_rules=modules)


def write(folder: Path, name: str, code: str = "ACME001", rule: str = "csv-output") -> None:
    folder.mkdir(parents=True, exist_ok=True)
    (folder / f"{name}.py").write_text(_RULE.format(code=code, name=rule))


def test_a_rule_of_the_project_is_found_and_runs(tmp_path: Path) -> None:
    write(tmp_path / "house_rules", "csv")
    settings = local(tmp_path, "house_rules.csv")
    findings = lint(Document("a.py", _PROGRAM), settings).findings
    assert [(finding.code, finding.span.line) for finding in findings] == [("ACME001", 4)]
    assert "ACME001" not in [rule.code for rule in all_rules()]


def test_each_project_has_its_own_rules(tmp_path: Path) -> None:
    write(tmp_path / "a" / "house_rules", "csv")
    write(tmp_path / "b" / "house_rules", "csv", "ACME002", "csv-again")
    of_a, of_b = (local(tmp_path / name, "house_rules.csv") for name in "ab")
    for settings, code in [(of_a, "ACME001"), (of_b, "ACME002"), (of_a, "ACME001")]:
        findings = lint(Document("a.py", _PROGRAM), settings).findings
        assert [finding.code for finding in findings] == [code]


def test_a_rule_that_two_modules_offer_is_one(tmp_path: Path) -> None:
    write(tmp_path / "house_rules", "csv")
    text = (
        "from daft_lint.rules.missing_repartition import *\nfrom house_rules.csv import csv_output"
    )
    (tmp_path / "house_rules" / "__init__.py").write_text(text)
    rules = rules_for(local(tmp_path, "house_rules", "house_rules.csv"))
    assert [rule.code for rule in rules].count("ACME001") == 1
    assert len(rules) == len(all_rules()) + 1


def test_two_modules_of_the_project_may_not_share_a_code(tmp_path: Path) -> None:
    write(tmp_path / "house_rules", "one")
    write(tmp_path / "house_rules", "two", rule="csv-again")
    with pytest.raises(RulesError) as error:
        rules_for(local(tmp_path, "house_rules.one", "house_rules.two"))
    assert str(error.value) == (
        f"{tmp_path}/pyproject.toml: extend-rules: two rules have the code ACME001, "
        "in house_rules.one and in house_rules.two: rename one of them"
    )


_RAISING = """
from daft_lint.rule import definition_rule, rule

@rule("ACME001", "raises")
def raises(case):
    \"\"\"A.\"\"\"
    yield 1 / 0

@definition_rule("ACME002", "raises-too")
def raises_too(definition):
    \"\"\"B.\"\"\"
    raise SystemExit(0)

@rule("ACME004", "speaks-of-nothing")
def speaks_of_nothing(case):
    \"\"\"C.\"\"\"
    yield Problem(span=None, message="here", remedy="")

@rule("ACME005", "is-silent")
def is_silent(case):
    \"\"\"D.\"\"\"
"""


def test_a_rule_that_raises_fails_alone(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "house.py").write_text(_RAISING.replace("import def", "import Problem, def"))
    write(tmp_path, "working", "ACME003")
    udf = "@daft.func\ndef f(x: int) -> int: return x\n"
    silenced = _PROGRAM.replace('"out")', '"out")  # daft-lint: ignore[ACME001] raises')
    linted = lint(
        Document("a.py", silenced.replace("import daft\n", f"import daft\n{udf}")),
        local(tmp_path, "house", "working"),
    )
    assert [finding.code for finding in linted.findings] == ["ACME003"]
    assert [failure.message for failure in linted.failures] == [
        "rule ACME001 (raises) failed on it: ZeroDivisionError: division by zero (house.py:7)",
        "rule ACME002 (raises-too) failed on it: SystemExit: 0 (house.py:12)",
        "rule ACME004 (speaks-of-nothing) failed on it: TypeError: a place of a problem isn't a "
        "Span",
        "rule ACME005 (is-silent) failed on it: TypeError: 'NoneType' object is not iterable",
    ]


def test_a_rule_of_our_own_that_raises_asks_for_a_report() -> None:
    def check(case: Case) -> Iterator[Problem]:
        yield from ()

    check.__module__ = "daft_lint.rules.example"
    failure = RuleFailure(Rule("DFT199", "example", "", check), KeyError("oops"))
    assert failure.message == (
        "internal error: rule DFT199 failed on it: KeyError: 'oops'; "
        "please report it, with the file if you can"
    )


@pytest.mark.parametrize(("needs_work", "found"), [(False, 1), (True, 0)])
def test_a_rule_of_ours_is_asked_of_any_pipeline_unless_it_needs_work(
    monkeypatch: pytest.MonkeyPatch, needs_work: bool, found: int
) -> None:
    def check(case: Case) -> Iterator[Problem]:
        """A pipeline writes CSV."""
        action = case.pipeline.action
        if action is not None and action.method == "write_csv":
            yield Problem(action.span, "writes CSV", "write Parquet", on_ray=False)

    ours = rule("DFT998", "csv-output", needs_work=needs_work)(check)
    monkeypatch.setattr("daft_lint.linting.read.built_in", lambda: frozenset({ours}))
    text = 'import daft\n\ndaft.read_parquet("s3://a/").write_csv("s3://b/")\n'
    linted = lint(Document("job.py", text), default_settings(), rules=[ours])
    assert len(linted.findings) == found
