"""What of a project is part of a program with Daft, and what only looks like it."""

from __future__ import annotations

from pathlib import Path

import pytest

from daft_lint.documents import project as module_of_project
from daft_lint.documents.imports import Import
from daft_lint.documents.project import ProjectFolder


@pytest.fixture
def project(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> ProjectFolder:
    monkeypatch.chdir(tmp_path)
    return ProjectFolder(Path())


def write(files: dict[str, str]) -> None:
    for path, text in files.items():
        Path(path).parent.mkdir(parents=True, exist_ok=True)
        Path(path).write_text(text)


def test_who_imports_what_imports_daft_meets_it(project: ProjectFolder) -> None:
    write(
        {
            "frames.py": "import daft\n",
            "steps.py": "def f(df): ...\n",
            "main.py": "import frames, steps\n",
            "other.py": "import steps\n",
            "alone.py": "",
        }
    )
    names = ("frames", "steps", "main", "other", "alone")
    met = {name for name in names if project.may_meet_daft(f"{name}.py")}
    assert met == {"frames", "steps", "main"}


def test_where_nobody_imports_daft_no_imports_are_looked_at(
    project: ProjectFolder, monkeypatch: pytest.MonkeyPatch
) -> None:
    """All imports of a thousand files take longer than to read these."""

    def imports_of(text: str) -> list[Import]:
        pytest.fail(f"the imports of {text!r} were looked at")

    monkeypatch.setattr(module_of_project, "imports_of", imports_of)
    write({"frames.py": "import pandas\n", "steps.py": "import frames\n"})
    assert not project.may_meet_daft("steps.py")


def test_fourier_transforms_are_no_frames(project: ProjectFolder) -> None:
    """The codes of our rules begin as they are abbreviated; so does a theory of physics."""
    write({"fft/__init__.py": "# DFT, dft\nimport helpers\n", "helpers.py": ""})
    assert not project.may_meet_daft("helpers.py")


# Files that only the engines themselves have.
DAFT = "dataframe/dataframe.py"
RAY = "remote_function.py"


@pytest.mark.parametrize(
    ("folder", "sign"),
    [
        ("daft", DAFT),
        ("ray", RAY),
        ("src/daft", DAFT),
        ("python/ray", RAY),
        ("ours/lib/python3.12/site-packages/daft", DAFT),
    ],
)
def test_what_daft_itself_imports_has_nothing_to_do_with_it(
    folder: str, sign: str, project: ProjectFolder
) -> None:
    modules = [f"{folder}/__init__.py", f"{folder}/io/read.py"]
    files = dict.fromkeys(modules, "import daft, numpy\n")
    write({**files, f"{folder}/{sign}": "", "numpy/__init__.py": ""})
    assert not project.may_meet_daft("numpy/__init__.py")
    assert [project.module("numpy", module) for module in modules] == [None, None]


@pytest.mark.parametrize("folder", ["daft", "jobs/daft", "src/ray"])
def test_a_folder_of_the_name_alone_is_like_any(folder: str, project: ProjectFolder) -> None:
    write({f"{folder}/run.py": "import daft, steps\n", "steps.py": ""})
    assert project.may_meet_daft("steps.py")
    assert project.module("steps", f"{folder}/run.py") is not None
