"""Where settings come from, as somebody sees it who rolls them out."""

import json
import os
import subprocess
from collections.abc import Callable
from pathlib import Path

import pytest

from daft_lint import __version__

Run = Callable[..., subprocess.CompletedProcess[str]]


def shown(run: Run, *arguments: str) -> list[str]:
    result = run("--show-settings", *arguments)
    assert result.returncode == 0, result.stderr
    return result.stdout.splitlines()


def test_an_option_wins_over_config_and_config_over_files(run: Run, tmp_path: Path) -> None:
    (tmp_path / "pyproject.toml").write_text(
        '[tool.daft-lint]\nrunner = "native"\nmin-severity = "error"\n[tool.daft-lint.cluster]\n'
        "workers = 2\n"
    )
    lines = shown(
        run,
        "--config",
        'runner = "ray"',
        "--config",
        "cluster.workers=3",
        "--workers=4",
    )
    assert 'runner = "ray"  # --config runner' in lines
    assert "workers = 4  # --workers" in lines
    assert 'min-severity = "error"  # pyproject.toml:3' in lines
    alone = shown(run, "--isolated", "--config", "cluster.workers=3")
    assert "workers = 3  # --config cluster.workers" in alone


def test_config_takes_a_file_and_keys_beside_it(run: Run, tmp_path: Path) -> None:
    (tmp_path / "strict.toml").write_text('fail-on = "open"\nrunner = "native"\n')
    lines = shown(run, "--config", "strict.toml", "--config", 'runner="ray"')
    assert 'fail-on = "open"  # strict.toml:1' in lines
    assert 'runner = "ray"  # --config runner' in lines
    twice = run("--config", "strict.toml", "--config", "strict.toml")
    assert twice.stderr == (
        "daft-lint: --config names two files; one of them can extend the other\n"
    )


def test_patterns_of_config_count_in_every_folder(run: Run, idle: Path, tmp_path: Path) -> None:
    inner = tmp_path / "inner"
    inner.mkdir()
    (inner / "daft-lint.toml").write_text('runner = "ray"\n')
    (inner / "job.py").write_text(idle.read_text())
    found = run("--config", 'exclude=["job.py"]', "--output-format", "concise", ".")
    assert "idle.py" in found.stdout
    assert "job.py" not in found.stdout


@pytest.mark.parametrize("text", ["runner=ray", "runer='ray'", "extend='a.toml'", "cluster=4"])
def test_a_key_that_cannot_be_used_is_reported_in_one_line(run: Run, idle: Path, text: str) -> None:
    result = run("--config", text, "idle.py")
    assert (result.returncode, result.stdout) == (2, "")
    assert result.stderr.startswith("daft-lint: --config ")
    assert result.stderr.count("\n") == 1


def test_the_format_may_stand_in_the_settings(run: Run, idle: Path, tmp_path: Path) -> None:
    (tmp_path / "daft-lint.toml").write_text('output-format = "json"\n')
    assert json.loads(run(".").stdout)["findings"]
    assert run("--output-format", "concise", ".").stdout.startswith("idle.py:")
    # What is for people stays for people.
    assert run("--diff", ".").returncode in (0, 1)


def test_settings_for_another_version_stop_with_exit_code_2(
    run: Run, idle: Path, tmp_path: Path
) -> None:
    (tmp_path / "daft-lint.toml").write_text('required-version = ">=999"\n')
    result = run(".")
    assert (result.returncode, result.stdout) == (2, "")
    assert result.stderr == (
        f"daft-lint: {tmp_path / 'daft-lint.toml'}:1: required-version: this is daft-lint "
        f'{__version__}, but the settings require ">=999"; install a matching version\n'
    )


def test_what_is_kept_is_made_anew_when_a_file_below_changes(
    run: Run, idle: Path, tmp_path: Path
) -> None:
    """Results of earlier runs and replays of their output know every file of settings."""
    base, top = tmp_path / "base.toml", tmp_path / "daft-lint.toml"
    base.write_text("")
    top.write_text('extend = "base.toml"\n')
    for file in (base, top, idle):
        os.utime(file, (1, 1))
    cached = {"DAFT_LINT_NO_CACHE": ""}
    for _ in range(3):
        assert "DFT101" in run(".", **cached).stdout
    base.write_text('ignore = ["DFT101"]\n')
    assert "DFT101" not in run(".", **cached).stdout
    base.write_text("")
    assert "DFT101" in run(".", **cached).stdout
    (tmp_path / "pyproject.toml").write_text('[tool.daft-lint]\nignore = ["DFT101"]\n')
    assert "DFT101" in run(".", **cached).stdout
    top.unlink()
    assert "DFT101" not in run(".", **cached).stdout
