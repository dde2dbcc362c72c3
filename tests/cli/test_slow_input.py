"""Input that takes long on purpose: each run ends within seconds."""

from __future__ import annotations

import os
import resource
import subprocess
import sys
from pathlib import Path

import pytest

from daft_lint.syntax.broken import cant_be_read

PROGRAM = """\
import daft

df = daft.read_parquet("in/").repartition(64).into_partitions(24)
df.write_parquet("out/")
"""
STARS = "*a" * 40 + "b"
FOLDERS = "**/a/" * 40 + "b"
CODES = ",".join(f"DFT{number}" for number in range(200_000))
_CPU_SECONDS, _SECONDS = 20, 180


def ends(folder: Path, *options: str) -> subprocess.CompletedProcess[str]:
    """A run on a file with a long name in deep folders; more CPU than that is a failure.

    Other tests may run beside it, so the clock on the wall tells little.
    """
    deep = folder.joinpath(*"a" * 40)
    deep.mkdir(parents=True)
    (deep / f"{'a' * 60}.py").write_text(PROGRAM)
    return subprocess.run(
        [sys.executable, "-m", "daft_lint", *options, "."],
        cwd=folder,
        env={**os.environ, "PYTHONUTF8": "1"},
        capture_output=True,
        encoding="utf-8",
        check=False,
        timeout=_SECONDS,
        preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_CPU, (_CPU_SECONDS, _CPU_SECONDS)),
    )


@pytest.mark.parametrize("pattern", [STARS, FOLDERS])
def test_patterns_of_many_wildcards(tmp_path: Path, pattern: str) -> None:
    (tmp_path / ".git").mkdir()
    (tmp_path / ".gitignore").write_text(f"{pattern}\n")
    (tmp_path / "pyproject.toml").write_text(
        f'[tool.daft-lint]\nextend-exclude = ["{pattern}"]\n'
        f'[tool.daft-lint.per-file-ignores]\n"{pattern}" = ["DFT202"]\n'
    )
    done = ends(tmp_path)
    assert (done.returncode, "DFT202" in done.stdout) == (0, True)
    assert "DFT202" in done.stdout


@pytest.mark.parametrize("comment", [f"# noqa: {CODES}", f"# daft-lint: ignore[{CODES}]"])
def test_comments_that_name_very_many_rules(tmp_path: Path, comment: str) -> None:
    (tmp_path / "job.py").write_text(PROGRAM.replace("(24)", f"(24)  {comment}"))
    done = ends(tmp_path, "--output-format", "concise")
    assert done.returncode == 1
    assert "names 200,000 rules; the limit is 200" in done.stdout


def test_settings_that_name_a_rule_very_often(tmp_path: Path) -> None:
    often = ",".join(['"DFT202"'] * 200_000)
    (tmp_path / "pyproject.toml").write_text(f"[tool.daft-lint]\nignore = [{often}]\n")
    assert ends(tmp_path).returncode == 0


def test_a_program_of_millions_of_lines(tmp_path: Path) -> None:
    """Its tree would take gigabytes."""
    (tmp_path / "job.py").write_text("import daft\n" + "a = 1\n" * 1_000_000)
    done = ends(tmp_path)
    assert done.returncode == 1
    assert "more than 200,000 tokens, which is too many to read" in done.stdout


def test_a_module_without_daft_that_is_too_long_is_not_asked_whether_it_is_broken() -> None:
    broken = b"a = (\n"
    assert cant_be_read(broken, "sizes.py")
    assert not cant_be_read(b"a = 1\n" * 100_000 + broken, "sizes.py")
