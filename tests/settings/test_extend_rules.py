from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

import pytest

from daft_lint.settings import (
    RuleModule,
    Settings,
    SettingsError,
    default_settings,
    describe,
    load_settings,
    with_overrides,
)

HOUSE = {"lint_rules.one": {"HOUSE1": "one"}, "lint_rules.two": {"HOUSE2": "two"}}


def rules_in(modules: tuple[RuleModule, ...]) -> dict[str, str]:
    return {code: name for module in modules for code, name in HOUSE[module.name].items()}


def load(folder: Path, known_rules: Mapping[str, str], lines: str) -> Settings:
    file = folder / "pyproject.toml"
    file.write_text(f"[tool.daft-lint]\n{lines}")
    return load_settings(file, known_rules, rules_in=rules_in)


def selected(settings: Settings, known_rules: Mapping[str, str]) -> set[str]:
    known = {**known_rules, **rules_in(settings.extend_rules)}
    return {code for code, name in known.items() if settings.selects(code, name)}


ONE = "extend-rules = ['lint_rules.one']"
BUILT_IN = {"DFT101", "DFT102", "DFT201"}


@pytest.mark.parametrize(
    ("lines", "options", "codes"),
    [
        (ONE, {}, {*BUILT_IN, "HOUSE1"}),
        (f"{ONE}\nselect = ['DFT2']", {}, {"DFT201"}),
        (f"{ONE}\nselect = ['HOUSE']", {}, {"HOUSE1"}),
        (f"{ONE}\nignore = ['HOUSE']", {}, BUILT_IN),
        (f"{ONE}\nextend-select = ['ACME']", {}, {*BUILT_IN, "HOUSE1", "ACME7"}),
        (ONE, {"select": ["DFT2"]}, {"DFT201"}),
        (ONE, {"ignore": ["DFT"]}, {"HOUSE1"}),
        (ONE, {"extend_rules": ["lint_rules.two"]}, {*BUILT_IN, "HOUSE1", "HOUSE2"}),
        ("select = ['DFT2']", {"extend_rules": ["lint_rules.two"]}, {"DFT201", "HOUSE2"}),
        ("", {"extend_rules": ["lint_rules.two"], "select": ["HOUSE2"]}, {"HOUSE2"}),
    ],
)
def test_rules_of_the_project_run_unless_somebody_selects_others(
    tmp_path: Path,
    known_rules: Mapping[str, str],
    lines: str,
    options: dict[str, list[str]],
    codes: set[str],
) -> None:
    settings = load(tmp_path, known_rules, lines)
    overridden = with_overrides(
        settings,
        known_rules,
        rules_in=rules_in,
        select=options.get("select"),
        ignore=options.get("ignore"),
        extend_rules=options.get("extend_rules"),
    )
    assert selected(overridden, known_rules) == codes


def test_a_module_is_looked_for_from_where_it_is_named(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, known_rules: Mapping[str, str]
) -> None:
    elsewhere = tmp_path / "elsewhere"
    elsewhere.mkdir()
    monkeypatch.chdir(elsewhere)
    settings = with_overrides(
        load(tmp_path, known_rules, ONE),
        known_rules,
        rules_in=rules_in,
        extend_rules=["lint_rules.one", "lint_rules.two"],
    )
    assert [(rule.name, rule.folder) for rule in settings.extend_rules] == [
        ("lint_rules.one", tmp_path),
        ("lint_rules.one", elsewhere),
        ("lint_rules.two", elsewhere),
    ]


def test_per_file_ignores_know_them(tmp_path: Path, known_rules: Mapping[str, str]) -> None:
    lines = f"{ONE}\nper-file-ignores = {{'tests/**' = ['HOUSE1']}}"
    settings = load(tmp_path, known_rules, lines)
    assert settings.ignores(tmp_path / "tests/a.py", "HOUSE1", "one")


@pytest.mark.parametrize(
    ("value", "reported"),
    [
        (
            "['lint_rules/one.py']",
            '"lint_rules/one.py" isn\'t the dotted name of a module; did you mean '
            '"lint_rules.one"?',
        ),
    ],
)
def test_what_names_no_module_is_reported(
    tmp_path: Path, known_rules: Mapping[str, str], value: str, reported: str
) -> None:
    with pytest.raises(SettingsError) as error:
        load(tmp_path, known_rules, f"extend-rules = {value}")
    file = tmp_path / "pyproject.toml"
    assert str(error.value) == f"{file}:2: tool.daft-lint.extend-rules: {reported}"


def test_what_is_shown_gives_the_same_settings_again(
    tmp_path: Path, known_rules: Mapping[str, str]
) -> None:
    shown = describe(load(tmp_path, known_rules, ONE))
    assert 'select = ["DFT", "HOUSE1"]  # pyproject.toml:2\n' in shown
    assert 'extend-rules = ["lint_rules.one"]  # pyproject.toml:2\n' in shown
    again = load(tmp_path, known_rules, shown.partition("[tool.daft-lint]\n")[2])
    assert (again.select, again.ignore) == (("DFT", "HOUSE1"), ())


def test_a_project_without_any_has_none() -> None:
    assert default_settings().extend_rules == ()
    assert "extend-rules" not in describe(default_settings())
