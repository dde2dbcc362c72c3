"""What `from module import *` binds, and what is read for it."""

from __future__ import annotations

import runpy
import sys
from pathlib import Path
from unittest.mock import patch

import pytest

from daft_lint.documents.document import Document, read_document
from daft_lint.documents.project import ProjectFolder
from daft_lint.modules.star_imports import exported
from daft_lint.pipelines.reading import read

_KNOWN = {
    "definitions": "class A: ...\ndef f(): ...\nasync def g(): ...\n",
    "assignments": "a = b = 1\n(c, [d, *e]) = 1, [2, 3]\nf: int = 4\ng: int\na += 1\n",
    "imports": "import os.path\nimport json as j\nfrom math import pi, tau as two_pi\n",
    "names of its own": "_a = 1\n__b = 2\nc = 3\n",
    "a list": "a = b = _c = 1\n__all__ = ['_c', 'a']\n",
    "branches": "try:\n    import json as j\nexcept ImportError:\n    j = None\nif j:\n    k = 1\n",
    "all of another": "from other import *\nd = 5\n",
    "a docstring": '"""Text."""\na = 1\nassert a\n',
}
_UNKNOWN = {
    "a loop": "for a in range(3):\n    b = a\n",
    "a context": "with open(__file__) as file:\n    a = 1\n",
    "a removal": "a = b = 1\ndel a\n",
    "an expression": "print(a := 1)\n",
    "a name in a text": "globals()['a'] = 1\n",
    "a list that grows": "a = 1\n__all__ = ['a']\n__all__ += ['b']\nb = 2\n",
    "a list that is computed": "a = 1\n__all__ = [one for one in ('a',)]\n",
    "all of a stranger": "from math import *\n",
    "all of itself": "from module import *\n",
    "no program": "a = = 1\n",
}


def _exported(text: str, folder: Path) -> tuple[str, ...] | None:
    (folder / "other.py").write_text("import math\nb = c = 1\n_d = 2\n")
    (folder / "module.py").write_text(text)
    document = read_document(folder / "module.py", str(folder / "module.py"))
    names = exported(document, ProjectFolder(folder))
    return None if names is None else tuple(names)


@pytest.mark.parametrize("text", _KNOWN.values(), ids=_KNOWN)
def test_names_are_those_that_python_binds(
    text: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    names = _exported(text, tmp_path)
    monkeypatch.syspath_prepend(tmp_path)
    (tmp_path / "main.py").write_text("from module import *\n")
    with patch.dict(sys.modules):
        bound = runpy.run_path(str(tmp_path / "main.py"))
    assert names is not None
    assert sorted(names) == sorted(each_text for each_text in bound if each_text[:2] != "__")


@pytest.mark.parametrize("text", _UNKNOWN.values(), ids=_UNKNOWN)
def test_what_hides_its_names_has_to_be_read(text: str, tmp_path: Path) -> None:
    assert _exported(text, tmp_path) is None


def test_modules_are_read_for_the_names_that_are_used(tmp_path: Path) -> None:
    sizes = "import daft\nfrom models import *\nN = 4\n"
    (tmp_path / "models.py").write_text("import daft\n\n\n@daft.func\ndef f(x: int) -> int: ...\n")
    (tmp_path / "sizes.py").write_text(sizes)
    job = "from sizes import *\ndaft.read_parquet('a').repartition(N).show()\n"
    reading = read(job, str(tmp_path / "job.py"), project=ProjectFolder(tmp_path))
    (pipeline,) = reading.pipelines
    (step,) = pipeline.plan.operators
    assert step.count is not None
    assert step.count.value == 4
    assert reading.characters == len(job) + len(sizes)


def test_a_name_outside_of_the_project_needs_no_reading(tmp_path: Path) -> None:
    (tmp_path / "names.py").write_text("import daft\nfrom daft import col\nimport near\nx = 1\n")
    (tmp_path / "near.py").write_text("")
    document = read_document(tmp_path / "names.py", str(tmp_path / "names.py"))
    names = exported(document, ProjectFolder(tmp_path))
    assert names == {"daft": "daft", "col": "daft.col", "near": None, "x": None}


def test_what_a_branch_imports_may_be_something_else(tmp_path: Path) -> None:
    text = "try:\n    import fast as engine\nexcept ImportError:\n    import slow as engine\n"
    document = Document(str(tmp_path / "names.py"), text)
    assert exported(document, ProjectFolder(tmp_path)) == {"engine": None}
