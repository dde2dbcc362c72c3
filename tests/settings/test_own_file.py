"""`daft-lint.toml`: the same keys without a prefix; it wins over a pyproject.toml beside it."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

import pytest

from daft_lint.plan.cluster import RunnerKind
from daft_lint.settings import (
    SettingsError,
    describe,
    find_settings_file,
    load_file_patterns,
    load_settings,
)

Rules = Mapping[str, str]
OWN = """\
runner = "ray"
exclude = ["old.py"]

[cluster]
workers = 4

[[sources]]
match = "s3://b/*.parquet"
rows = 10
"""


@pytest.fixture
def own(tmp_path: Path) -> Path:
    (tmp_path / "pyproject.toml").write_text('[tool.daft-lint]\nrunner = "native"\n')
    file = tmp_path / "daft-lint.toml"
    file.write_text(OWN)
    return file


def test_it_wins_over_pyproject_in_the_same_folder(own: Path, known_rules: Rules) -> None:
    assert find_settings_file(own.parent) == own
    settings = load_settings(own, known_rules)
    assert settings.runner is RunnerKind.RAY
    assert settings.root == own.parent
    patterns = load_file_patterns(own.parent)
    assert patterns is not None
    assert patterns.exclude == ("old.py",)


def test_the_nearer_folder_wins_over_it(own: Path) -> None:
    inner = own.parent / "inner"
    inner.mkdir()
    (inner / "pyproject.toml").write_text("[tool.daft-lint]\n")
    assert find_settings_file(inner) == inner / "pyproject.toml"


def test_an_empty_one_is_settings_too(own: Path, known_rules: Rules) -> None:
    own.write_text("")
    assert find_settings_file(own.parent) == own
    assert load_settings(own, known_rules).runner is None


def test_places_are_called_as_the_file_calls_them(own: Path, known_rules: Rules) -> None:
    settings = load_settings(own, known_rules)
    workers = settings.cluster.workers
    assert workers is not None
    assert [origin.text for origin in workers.origins] == ["`[cluster] workers` in daft-lint.toml"]
    runner = settings.origin("runner")
    assert runner is not None
    assert runner.text == "`runner` in daft-lint.toml"


def test_what_is_shown_gives_the_same_settings_again(own: Path, known_rules: Rules) -> None:
    shown = describe(load_settings(own, known_rules))
    assert "tool.daft-lint" not in shown
    assert "[[sources]]" in shown
    own.write_text(shown)
    again = load_settings(own, known_rules)
    assert again.cluster.workers is not None
    assert again.cluster.workers.count == 4
    assert again.sources[0].match == "s3://b/*.parquet"


@pytest.mark.parametrize(
    ("text", "reported"),
    [
        ("workers = 4", ":1: workers: unknown key; did you mean `cluster.workers`?"),
        (
            '[tool.daft-lint]\nrunner = "ray"',
            ":1: tool: unknown key; in this file, keys are at the top level, without "
            "`tool.daft-lint`",
        ),
        ('runner = "rey"', ':1: runner: expected one of "auto", "ray", "native"'),
        ("runner = ?", ":1:10: is not valid TOML: Invalid value"),
    ],
)
def test_an_error_names_the_key_as_it_stands_there(
    own: Path, known_rules: Rules, text: str, reported: str
) -> None:
    own.write_text(text)
    with pytest.raises(SettingsError) as error:
        load_settings(own, known_rules)
    assert str(error.value).startswith(f"{own}{reported}")


def test_a_file_of_any_other_name_may_hold_its_keys_either_way(
    tmp_path: Path, known_rules: Rules
) -> None:
    file = tmp_path / "strict.toml"
    for text in ('runner = "ray"\n', '[tool.daft-lint]\nrunner = "ray"\n'):
        file.write_text(text)
        assert load_settings(file, known_rules).runner is RunnerKind.RAY
