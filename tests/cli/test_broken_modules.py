"""Modules without a word of Daft that can't be read, though a program with Daft rests on them."""

import os
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


def test_what_no_program_with_daft_needs_is_not_read(run: Run, tmp_path: Path) -> None:
    (tmp_path / "main.py").write_text(MAIN.replace("import daft", "import numpy"))
    (tmp_path / "other.py").write_text("import daft\n")
    assert run(".").stdout == "No problems found, no work judged. 1 file read, 2 without Daft.\n"
    assert run("sizes.py").stdout == "No problems found, no work judged. 1 file without Daft.\n"


def test_a_notebook_with_a_broken_cell_counts_too(run: Run, tmp_path: Path) -> None:
    cells = '[{"cell_type": "code", "source": "from main import df"}, %s]'
    broken = '{"cell_type": "code", "source": "x = ("}'
    (tmp_path / "notes.ipynb").write_text('{"cells": %s}' % (cells % broken))
    (tmp_path / "pyproject.toml").write_text('[tool.daft-lint]\ninclude = ["*.py", "*.ipynb"]\n')
    result = run(".", "--output-format", "concise")
    assert "notes.ipynb:cell 2:1:5: DFT900" in result.stdout


def _pipe(path: Path) -> None:
    os.mkfifo(path)


UNREAD: dict[str, Callable[[Path], object]] = {
    "syntax error": lambda path: path.write_text("@daft.func\ndef frame(:\n"),
    "another syntax error": lambda path: path.write_text("@daft.func\ndef f[T](): pass\nx = (\n"),
    "too deep": lambda path: path.write_text("from daft import udf\nx = " + "(" * 5_000),
    "not UTF-8": lambda path: path.write_bytes(b'X = "\xe9"\n'),
    "NUL": lambda path: path.write_bytes(b"X = 1\0\n"),
    "an unknown encoding": lambda path: path.write_text("# coding: nonsense\n"),
    "too large": lambda path: (path.touch(), os.truncate(path, 100_000_001)),
    "a pipe": _pipe,
    "a link to nothing": lambda path: path.symlink_to("nowhere"),
}


@pytest.mark.parametrize("made", UNREAD.values(), ids=UNREAD)
@pytest.mark.parametrize(
    "code",
    [
        "df = frame()\ndf.where(df['a'] > 1).repartition(8).collect()\n",
        "def main():\n    frame().collect()\n\nmain()\n",
    ],
    ids=["cut here", "only run here"],
)
def test_a_frame_from_a_module_that_can_not_be_read_is_named(
    run: Run, tmp_path: Path, made: Callable[[Path], object], code: str
) -> None:
    (tmp_path / "sizes.py").unlink()
    made(tmp_path / "sizes.py")
    (tmp_path / "main.py").write_text(f"import daft\nfrom sizes import frame\n\n{code}")
    for _ in range(2):
        result = run("main.py", "--output-format", "concise")
        assert result.returncode == 2
        said = "main.py: error: `sizes` could not be read: the pipeline starts there\n"
        assert said in result.stdout


def test_it_is_named_however_the_frame_gets_here(run: Run, tmp_path: Path) -> None:
    (tmp_path / "data").mkdir()
    (tmp_path / "data" / "__init__.py").write_text("from .files import frame\n")
    (tmp_path / "data" / "files.py").write_bytes(b'X = "\xe9"\n')
    (tmp_path / "main.py").write_text(
        "import daft\nfrom data import frame\n\n"
        "def load():\n    return frame().where('x')\n\nload().collect()\n"
        "daft.read_parquet('b').repartition(8).collect()\n"
    )
    result = run("main.py", "--output-format", "concise")
    assert result.returncode == 2
    assert "`data.files` could not be read: the pipeline starts there\n" in result.stdout


def test_a_module_that_no_frame_comes_from_is_not_named(run: Run, tmp_path: Path) -> None:
    (tmp_path / "sizes.py").write_bytes(b'X = "\xe9"\n')
    (tmp_path / "main.py").write_text(
        "import daft\nimport sizes\nfrom sizes import SIZE\n\n"
        "daft.read_parquet('b').where(SIZE).collect()\nsizes.start()\n"
    )
    result = run("main.py")
    assert result.returncode == 0
    assert "sizes" not in result.stdout


def test_an_excluded_module_is_followed(run: Run, tmp_path: Path) -> None:
    (tmp_path / "sizes.py").write_text("import daft\nframe = lambda: daft.read_parquet('b')\n")
    (tmp_path / "main.py").write_text("from sizes import frame\n\nframe().collect()\n")
    (tmp_path / "pyproject.toml").write_text('[tool.daft-lint]\nexclude = ["sizes.py"]\n')
    assert run("main.py").returncode == 0
