from __future__ import annotations

from collections.abc import Callable, Mapping

import pytest

from daft_lint.settings import Settings, SettingsError, default_settings, with_overrides

Load = Callable[[str], Settings]


def selected(settings: Settings, known_rules: Mapping[str, str]) -> set[str]:
    return {code for code, name in known_rules.items() if settings.selects(code, name)}


@pytest.mark.parametrize(
    ("lines", "codes"),
    [
        ("", {"DFT101", "DFT102", "DFT201"}),
        ("select = []", set()),
        ("select = ['DFT1']", {"DFT101", "DFT102"}),
        ("select = ['DFT1']\nignore = ['DFT101']", {"DFT102"}),
        ("select = ['DFT101']\nignore = ['DFT1']", {"DFT101"}),
        ("select = ['missing-repartition']\nignore = ['DFT10']", {"DFT101"}),
        ("ignore = ['DFT']", set()),
        ("select = ['ALL']\nignore = ['DFT1']", {"DFT201", "ACME7"}),
        ("ignore = ['ALL']\nextend-select = ['DFT2']", {"DFT201"}),
        ("extend-select = ['house-rule']", {"DFT101", "DFT102", "DFT201", "ACME7"}),
        ("select = ['ACME']\nextend-select = ['DFT1']\nignore = ['DFT101']", {"ACME7", "DFT102"}),
    ],
)
def test_the_longest_selector_decides(
    load: Load, known_rules: Mapping[str, str], lines: str, codes: set[str]
) -> None:
    assert selected(load(f"[tool.daft-lint]\n{lines}"), known_rules) == codes


@pytest.mark.parametrize(
    ("lines", "options", "codes"),
    [
        ("select = ['DFT']\nignore = ['DFT101']", {"select": ["DFT101"]}, {"DFT101"}),
        ("extend-select = ['ACME7']", {"select": ["DFT2"]}, {"DFT201"}),
        ("ignore = ['DFT2']", {"select": ["DFT"], "ignore": ["DFT1"]}, {"DFT201"}),
        ("select = ['DFT101']", {"ignore": ["DFT1"]}, set()),
        ("select = ['DFT1']", {"ignore": ["missing-repartition"]}, {"DFT102"}),
        ("ignore = ['DFT101']", {"ignore": ["DFT102"]}, {"DFT201"}),
        ("ignore = ['DFT101']", {"extend_select": ["ACME"]}, {"DFT102", "DFT201", "ACME7"}),
        ("ignore = ['DFT1']", {"extend_select": ["DFT101"]}, {"DFT101", "DFT201"}),
    ],
)
def test_the_command_line_wins_over_the_file(
    load: Load,
    known_rules: Mapping[str, str],
    lines: str,
    options: dict[str, list[str]],
    codes: set[str],
) -> None:
    settings = load(f"[tool.daft-lint]\n{lines}")
    overridden = with_overrides(
        settings,
        known_rules,
        select=options.get("select"),
        ignore=options.get("ignore"),
        extend_select=options.get("extend_select"),
    )
    assert selected(overridden, known_rules) == codes


def test_a_rule_nobody_knows_yet_goes_by_its_letters(load: Load) -> None:
    settings = load("[tool.daft-lint]")
    assert settings.selects("DFT999", "future-rule")
    assert not settings.selects("OTHER1", "other-rule")


def test_a_code_that_is_not_letters_and_digits_is_selected_whole_or_not_at_all() -> None:
    rules = {"house-1": "house-rule"}
    settings = with_overrides(default_settings(), rules, select=["house-1"])
    assert settings.selects("house-1", "house-rule")
    with pytest.raises(SettingsError) as error:
        with_overrides(default_settings(), rules, select=["house"])
    assert str(error.value) == '--select: there is no rule "house"; did you mean "house-1"?'
