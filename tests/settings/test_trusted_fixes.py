from __future__ import annotations

from collections.abc import Callable, Mapping

import pytest

from daft_lint.findings import Safety
from daft_lint.settings import Settings, SettingsError, describe, with_overrides

Load = Callable[[str], Settings]

SAFE, UNSAFE, SKETCH = Safety.SAFE, Safety.UNSAFE, Safety.DISPLAY_ONLY


@pytest.mark.parametrize(
    ("lines", "given", "trusted"),
    [
        ("", SAFE, SAFE),
        ("", UNSAFE, UNSAFE),
        ("extend-safe-fixes = ['DFT']", UNSAFE, SAFE),
        ("extend-safe-fixes = ['missing-repartition']", UNSAFE, SAFE),
        ("extend-safe-fixes = ['DFT2']", UNSAFE, UNSAFE),
        ("extend-unsafe-fixes = ['DFT101']", SAFE, UNSAFE),
        ("extend-safe-fixes = ['DFT1']\nextend-unsafe-fixes = ['DFT']", UNSAFE, SAFE),
        ("extend-safe-fixes = ['DFT1']\nextend-unsafe-fixes = ['DFT101']", SAFE, UNSAFE),
        ("extend-safe-fixes = ['DFT']", SKETCH, SKETCH),
    ],
)
def test_the_longest_selector_says_how_far_a_fix_is_trusted(
    load: Load, lines: str, given: Safety, trusted: Safety
) -> None:
    settings = load(f"[tool.daft-lint]\n{lines}\n")
    assert settings.trusted("DFT101", "missing-repartition", given) is trusted


def test_what_is_trusted_is_shown_and_read_again(
    load: Load, known_rules: Mapping[str, str]
) -> None:
    text = "[tool.daft-lint]\nextend-safe-fixes = ['DFT1']\nextend-unsafe-fixes = ['DFT201']\n"
    settings = with_overrides(load(text), known_rules, select=["DFT1"])
    shown = describe(settings)
    assert 'extend-safe-fixes = ["DFT1"]  # pyproject.toml:2' in shown
    assert load(shown).extend_unsafe_fixes == ("DFT201",)


@pytest.mark.parametrize("other", ["DFT101", "missing-repartition"])
def test_a_rule_cannot_be_trusted_more_and_less(load: Load, other: str) -> None:
    lines = f"extend-safe-fixes = ['DFT101']\nextend-unsafe-fixes = ['{other}']"
    with pytest.raises(SettingsError, match=r"also in tool\.daft-lint\.extend-safe-fixes"):
        load(f"[tool.daft-lint]\n{lines}\n")
