from __future__ import annotations

from pathlib import Path

import pytest

from daft_lint.documents.file_selection import FilePatterns
from daft_lint.settings import SettingsError, find_settings_file, load_file_patterns, load_settings

SECTION = "[tool.daft-lint]\n"


def put(folder: Path, text: str) -> Path:
    folder.mkdir(parents=True, exist_ok=True)
    file = folder / "pyproject.toml"
    file.write_text(text)
    return file


def test_the_nearest_file_wins(tmp_path: Path) -> None:
    put(tmp_path, SECTION)
    nearer = put(tmp_path / "a", SECTION)
    (tmp_path / "a" / "b").mkdir()
    assert find_settings_file(tmp_path / "a" / "b") == nearer


@pytest.mark.parametrize(
    "other",
    [
        "",
        "tool = 3\n# daft-lint",
        '[project]\ndependencies = ["daft-lint"]\n',
        "this is no TOML, and no business of ours",
    ],
)
def test_a_file_without_the_section_does_not_count(tmp_path: Path, other: str) -> None:
    outer = put(tmp_path, SECTION)
    put(tmp_path / "a", other)
    assert find_settings_file(tmp_path / "a") == outer


@pytest.mark.parametrize(
    "section",
    [
        "[tool.daft-lint.cluster]\nworkers = 1\n",
        "[tool]\ndaft-lint.runner = 'ray'\n",
        "tool = { daft-lint = {} }",
        "[[tool.daft-lint.sources]]",
        "tool.daft-lint = 3",
    ],
)
def test_every_spelling_of_the_section_counts(tmp_path: Path, section: str) -> None:
    file = put(tmp_path, section)
    assert find_settings_file(tmp_path) == file


@pytest.mark.parametrize(
    ("text", "line", "table"),
    [
        ("[tool.daft_lint]\nworkers = 4\n", 1, "daft_lint"),
        ("[tool.daft-lint]\n\n[tool.daft_lint]\n", 3, "daft_lint"),
        ("[tool.ruff]\n[tool.daft-lnt]\nworkers = 4\n", 2, "daft-lnt"),
        ("[tool.daftlint.cluster]\nworkers = 4\n", 1, "daftlint"),
        ("[[tool.dat-lint.sources]]\nrows = 4\n", 1, "dat-lint"),
    ],
)
def test_a_table_whose_name_is_misspelt_is_reported(
    tmp_path: Path, text: str, line: int, table: str
) -> None:
    file = put(tmp_path, text)
    reported = f"{file}:{line}: tool.{table}: unknown table; use `tool.daft-lint`"
    with pytest.raises(SettingsError) as found:
        find_settings_file(tmp_path)
    assert str(found.value) == reported
    with pytest.raises(SettingsError) as loaded:
        load_settings(file, {})
    assert str(loaded.value) == reported
    put(
        tmp_path,
        "[tool.ruff]\nsrc = ['daft_lint']\n[tool.other.daft_lint]\n[tool.daft]\n[tool.daft-cli]\n"
        "[tool.daft-lint-rules]\n",
    )
    assert find_settings_file(tmp_path) is None


def test_a_start_that_does_not_exist_is_searched_above(tmp_path: Path) -> None:
    file = put(tmp_path, SECTION)
    assert find_settings_file(tmp_path / ("x" * 300) / "deeper") == file


def test_a_folder_called_pyproject_toml_is_passed_by(tmp_path: Path) -> None:
    file = put(tmp_path, SECTION)
    (tmp_path / "a" / "pyproject.toml").mkdir(parents=True)
    assert find_settings_file(tmp_path / "a") == file


def test_a_broken_file_that_speaks_of_daft_lint_is_an_error(tmp_path: Path) -> None:
    file = put(tmp_path, "[tool.daft-lint]\nrunner =\n")
    with pytest.raises(SettingsError) as error:
        find_settings_file(tmp_path)
    assert str(error.value) == f"{file}:2:9: is not valid TOML: Invalid value"


def test_the_patterns_of_a_folder_are_read_alone(tmp_path: Path) -> None:
    assert load_file_patterns(tmp_path) is None
    put(tmp_path, "[tool.ruff]\ninclude = ['*.txt']\n")
    assert load_file_patterns(tmp_path) is None
    put(tmp_path, SECTION + "extend-include = ['*.md']\nexclude = ['a']\nnonsense = 1\n")
    assert load_file_patterns(tmp_path) == FilePatterns(("*.py", "*.ipynb", "*.md"), ("a",))
    put(tmp_path, SECTION + "exclude = 3\n")
    with pytest.raises(SettingsError, match="exclude"):
        load_file_patterns(tmp_path)
