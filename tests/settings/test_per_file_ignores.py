from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest

from daft_lint.settings import PerFileIgnore, Settings, default_settings

Load = Callable[[str], Settings]

RULE = ("DFT101", "missing-repartition")
OTHER = ("DFT201", "unnecessary-into-batches")


@pytest.mark.parametrize(
    ("pattern", "path", "fits"),
    [
        ("tests/**", "tests/test_a.py", True),
        ("tests/**", "tests/deep/er/test_a.py", True),
        ("tests/**", "src/tests/test_a.py", False),
        ("tests/", "src/tests/test_a.py", True),
        ("conftest.py", "src/deep/conftest.py", True),
        ("/conftest.py", "src/conftest.py", False),
        ("src/*.py", "src/a.py", True),
        ("src/*.py", "src/deep/a.py", False),
        ("**/gen_*.py", "gen_a.py", True),
        ("tests/**", "./src/../tests/a.py", True),
        ("*.py", "../elsewhere/a.py", False),
    ],
)
def test_a_pattern_means_what_it_means_in_gitignore(
    load: Load, pattern: str, path: str, fits: bool
) -> None:
    settings = load(f"[tool.daft-lint.per-file-ignores]\n'{pattern}' = ['DFT1']")
    assert settings.ignores(path, *RULE) is fits
    assert settings.ignores(Path.cwd() / path, *RULE) is fits


def test_only_the_rules_of_the_list_are_silenced(load: Load) -> None:
    settings = load("[tool.daft-lint.per-file-ignores]\n'*' = ['missing-repartition']")
    assert settings.ignores("a.py", *RULE)
    assert not settings.ignores("a.py", *OTHER)


def test_several_patterns_add_up(load: Load) -> None:
    settings = load("[tool.daft-lint.per-file-ignores]\n'a.py' = ['DFT1']\n'*' = ['DFT2']")
    assert settings.ignores("a.py", *RULE)
    assert settings.ignores("a.py", *OTHER)
    assert not settings.ignores("b.py", *RULE)


def test_patterns_are_relative_to_the_root(tmp_path: Path) -> None:
    ignores = (PerFileIgnore("tests/**", ("DFT",)),)
    settings = replace(default_settings(tmp_path / "project"), per_file_ignores=ignores)
    assert settings.ignores(tmp_path / "project" / "tests" / "a.py", *RULE)
    assert not settings.ignores(tmp_path / "tests" / "a.py", *RULE)
