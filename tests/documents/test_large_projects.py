"""What of a project is part of a program with Daft, and what only looks like it."""

from __future__ import annotations

from pathlib import Path

import pytest

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


def test_fourier_transforms_are_no_frames(project: ProjectFolder) -> None:
    """The codes of our rules begin as they are abbreviated; so does a theory of physics."""
    write({"fft/__init__.py": "# DFT, dft\nimport helpers\n", "helpers.py": ""})
    assert not project.may_meet_daft("helpers.py")


@pytest.mark.parametrize("folder", ["daft", "ray", "src/daft"])
def test_what_daft_itself_imports_has_nothing_to_do_with_it(
    folder: str, project: ProjectFolder
) -> None:
    write({f"{folder}/__init__.py": "import daft, numpy\n", "numpy/__init__.py": ""})
    assert not project.may_meet_daft("numpy/__init__.py")
    assert project.module("numpy", f"{folder}/__init__.py") is None


def test_a_folder_of_the_name_elsewhere_is_like_any(project: ProjectFolder) -> None:
    write({"jobs/daft/__init__.py": "", "jobs/daft/run.py": "import daft, steps\n", "steps.py": ""})
    assert project.may_meet_daft("steps.py")
