"""What a notebook or Markdown holds beside its program may use a UDF too."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from daft_lint.documents.document import read_document
from daft_lint.documents.overlay import ProjectWith
from daft_lint.documents.project import ProjectFolder
from daft_lint.findings import Fix, Safety
from daft_lint.linting import lint
from daft_lint.settings import default_settings

DEFINED = """\
import daft
from daft import DataType, col, udf
@udf(return_dtype=DataType.int64(), concurrency=2)
class Add:
    def __init__(self, n):
        self.n = n
    def __call__(self, x):
        return x
"""
USED = (
    "df = daft.read_parquet('x')\ndf = df.with_column('more', Add.with_init_args(n=5)(col('x')))\n"
)
AGAIN = "df2 = df.with_column('y', Add.with_init_args(n=2)(col('x')))"
UNREAD = [
    f"%lprun -f Add.__call__ {AGAIN}",
    f"r = %timeit -o {AGAIN}",
    f"%%mytimer\n{AGAIN}",
    f"%%timeit {AGAIN}",
    f"({AGAIN}",
    f"print 1\nx = 1\n{AGAIN}",
    f"  {AGAIN}",
]


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    return tmp_path


def notebook(*cells: str) -> str:
    code = [{"cell_type": "code", "metadata": {}, "source": source} for source in cells]
    return json.dumps({"cells": code, "metadata": {}, "nbformat": 4})


def fix_in(name: str) -> Fix:
    """The fix of the legacy UDF in a file of the current folder."""
    project = ProjectFolder(Path(), include=("*.py", "*.ipynb", "*.md"))
    linted = lint(read_document(Path(name), name), default_settings(), project)
    (finding,) = (each_finding for each_finding in linted.findings if each_finding.code == "DFT301")
    return finding.fixes[0]


def test_what_is_read_is_followed() -> None:
    Path("n.ipynb").write_text(notebook(DEFINED, USED, AGAIN, "%pip install daft"))
    assert fix_in("n.ipynb").safety is Safety.SAFE


@pytest.mark.parametrize("cell", UNREAD)
def test_cells_that_are_not_read_may_use_it(cell: str) -> None:
    Path("n.ipynb").write_text(notebook(DEFINED, USED, cell))
    fix = fix_in("n.ipynb")
    assert (fix.safety, fix.edits) == (Safety.DISPLAY_ONLY, ())
    line = next(place for place, each_line in enumerate(cell.split("\n"), 1) if "Add" in each_line)
    assert f"by hand: `Add` is used on line {line} of cell 3, which can't be edited" in fix.message


def test_another_name_of_it_may_be_used_there_too() -> None:
    used = "More = Add.with_init_args(1)\ndf = daft.read_parquet('x').select(More(col('x')))"
    Path("n.ipynb").write_text(notebook(DEFINED, used, "%%mytimer\ndf.select(More(col('y')))"))
    assert "`More` is used on line 2 of cell 3" in fix_in("n.ipynb").message


@pytest.mark.parametrize(
    "cells",
    [
        ["from udfs import Add", f"%%mytimer\n{AGAIN}"],
        [f"%%mytimer\nfrom udfs import Add\n{AGAIN}"],
        ["import udfs", "x = 1", f"%lprun {AGAIN.replace('Add', 'udfs.Add')}"],
    ],
)
def test_cells_of_other_notebooks_may_use_it(cells: list[str]) -> None:
    Path("udfs.py").write_text(DEFINED)
    Path("n.ipynb").write_text(notebook("import daft", *cells))
    fix = fix_in("udfs.py")
    assert fix.safety is Safety.DISPLAY_ONLY
    assert "n.ipynb may use it too" in fix.message


def test_a_text_that_nobody_has_written_yet_may_use_it() -> None:
    Path("udfs.py").write_text(DEFINED)
    Path("n.ipynb").write_text(
        notebook("import daft", "from udfs import Add", f"%%mytimer\n{AGAIN}")
    )
    typed = read_document(Path("n.ipynb"), "n.ipynb")
    Path("n.ipynb").write_text(notebook("1"))
    project = ProjectWith(ProjectFolder(Path()), {"n.ipynb": typed})
    linted = lint(read_document(Path("udfs.py"), "udfs.py"), default_settings(), project)
    assert "n.ipynb may use it too" in linted.findings[0].fixes[0].message


def test_blocks_of_markdown_that_are_not_read_may_use_it() -> None:
    Path("a.md").write_text(f"```py\n{DEFINED}{USED}```\n\n```py\n>>> {AGAIN}\n```\n")
    fix = fix_in("a.md")
    assert fix.safety is Safety.DISPLAY_ONLY
    assert "by hand: `Add` is used on line 15, which can't be edited" in fix.message


def test_blocks_of_other_markdown_may_use_it_if_they_import_it() -> None:
    Path("udfs.py").write_text(DEFINED)
    Path("docs").mkdir()
    # As a reference of the module is written: no program, and no module of that name either.
    Path("docs/udfs.md").write_text("# udfs\n\n```py\ndef Add(a):\n```\n")
    assert fix_in("udfs.py").edits
    Path("docs/more.md").write_text("```py\n>>> from udfs import Add\n```\n")
    fix = fix_in("udfs.py")
    assert fix.safety is Safety.DISPLAY_ONLY
    assert "docs/more.md may use it too" in fix.message


@pytest.mark.parametrize(
    ("name", "data"),
    [
        ("latin.py", b"from udfs import Add\nx = '\xe9'\n"),
        ("nul.py", b"import udfs\nudfs.Add\n\0"),
        ("star.py", b"from udfs import *\nx = '\xe9'\n"),
        ("merged.ipynb", b'{"cells": [\n<<<<<<< HEAD\n"from udfs import Add\\n"'),
        ("latin.md", b"```py\nfrom udfs import Add\n```\n\xe9\n"),
    ],
)
def test_files_that_cannot_be_read_may_use_it(name: str, data: bytes) -> None:
    Path("udfs.py").write_text(DEFINED)
    assert fix_in("udfs.py").edits
    Path(name).write_bytes(data)
    fix = fix_in("udfs.py")
    assert (fix.safety, fix.edits) == (Safety.DISPLAY_ONLY, ())
    assert f"by hand: {name} may use it too" in fix.message


def test_a_file_that_cannot_be_read_and_says_nothing_of_it_is_no_matter() -> None:
    Path("udfs.py").write_text(DEFINED)
    Path("latin.py").write_bytes(b"x = '\xe9'\n")
    assert fix_in("udfs.py").edits


def test_an_import_that_such_a_file_may_need_stays() -> None:
    Path("udfs.py").write_text(DEFINED)
    Path("latin.py").write_bytes(b"from udfs import udf  # \xe9\n")
    assert not any("import" in edit.text or edit.span.line == 2 for edit in fix_in("udfs.py").edits)


@pytest.mark.parametrize("magic", ["%time2 ", "%%mytimer\n"])
def test_an_import_that_such_a_cell_may_need_stays(magic: str) -> None:
    Path("n.ipynb").write_text(notebook(DEFINED, USED, f"{magic}g = udf(return_dtype=int)(len)"))
    fix = fix_in("n.ipynb")
    assert fix.safety is Safety.SAFE
    assert not any("import" in edit.text or edit.span.line == 2 for edit in fix.edits)
