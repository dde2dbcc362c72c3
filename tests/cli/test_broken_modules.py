"""Modules without a word of Daft that can't be read, though a program with Daft rests on them."""

import subprocess
from collections.abc import Callable
from pathlib import Path

import pytest

Run = Callable[..., subprocess.CompletedProcess[str]]

MAIN = "import daft\nfrom sizes import ACTORS\n"
BROKEN = "ACTORS = 4\nx = (\n"


@pytest.fixture(autouse=True)
def program(tmp_path: Path) -> None:
    (tmp_path / "main.py").write_text(MAIN)
    (tmp_path / "sizes.py").write_text(BROKEN)
    (tmp_path / "pyproject.toml").write_text("[tool.daft-lint]\n")


@pytest.mark.parametrize("paths", [["."], ["sizes.py"], ["main.py", "sizes.py"]], ids=" ".join)
@pytest.mark.parametrize("cached", [(), ("--no-cache",)], ids=["cached", "uncached"])
def test_it_is_found_whatever_else_is_named(
    run: Run, paths: list[str], cached: tuple[str, ...]
) -> None:
    for _ in range(2):
        result = run(*paths, *cached, "--output-format", "concise")
        assert result.returncode == 1
        assert result.stdout.startswith("sizes.py:2:5: DFT900 [error] '(' was never closed\n")


def test_the_cache_knows_when_nobody_needs_it_any_more(run: Run, tmp_path: Path) -> None:
    assert run(".").returncode == 1
    (tmp_path / "main.py").write_text("import daft\n")
    assert run(".").stdout == "No problems found, no work judged. 1 file read, 1 without Daft.\n"
    (tmp_path / "main.py").write_text(MAIN)
    assert run(".").returncode == 1


def test_what_is_no_text_can_not_be_checked(run: Run, tmp_path: Path) -> None:
    (tmp_path / "sizes.py").write_bytes(b'X = "\xe9"\n')
    result = run(".", "--output-format", "concise")
    assert result.returncode == 2
    assert result.stdout.startswith("sizes.py: error: line 1 is not UTF-8")


def test_what_no_program_with_daft_needs_is_not_read(run: Run, tmp_path: Path) -> None:
    (tmp_path / "main.py").write_text(MAIN.replace("import daft", "import numpy"))
    (tmp_path / "other.py").write_text("import daft\n")
    assert run(".").stdout == "No problems found, no work judged. 1 file read, 2 without Daft.\n"
    assert run("sizes.py").stdout == "No problems found, no work judged. 1 file without Daft.\n"


def test_pipelines_tells_of_it(run: Run) -> None:
    assert "sizes.py:2:5: '(' was never closed" in run("pipelines", "sizes.py").stderr


def test_a_notebook_with_a_broken_cell_counts_too(run: Run, tmp_path: Path) -> None:
    cells = '[{"cell_type": "code", "source": "from main import df"}, %s]'
    broken = '{"cell_type": "code", "source": "x = ("}'
    (tmp_path / "notes.ipynb").write_text('{"cells": %s}' % (cells % broken))
    (tmp_path / "pyproject.toml").write_text('[tool.daft-lint]\ninclude = ["*.py", "*.ipynb"]\n')
    result = run(".", "--output-format", "concise")
    assert "notes.ipynb:cell 2:1:5: DFT900" in result.stdout


def test_a_frame_from_a_module_that_is_no_program_is_named(run: Run, tmp_path: Path) -> None:
    (tmp_path / "sizes.py").write_text("def frame(:\n")
    (tmp_path / "main.py").write_text(
        "import daft\nfrom sizes import frame\n\ndf = frame()\n"
        "df.where(df['a'] > 1).repartition(8).collect()\n"
    )
    result = run("main.py", "--output-format", "concise")
    assert result.returncode == 2
    assert "main.py: error: `sizes` could not be read: the pipeline starts there\n" in result.stdout
