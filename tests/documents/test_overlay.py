"""A project in which some texts aren't written yet."""

from __future__ import annotations

from pathlib import Path

import pytest

from daft_lint.documents.document import Document
from daft_lint.documents.overlay import ProjectWith
from daft_lint.documents.project import NO_PROJECT, ProjectFolder


@pytest.fixture
def project(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> ProjectFolder:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "config.py").write_text("BATCH = 5\n")
    (tmp_path / "a.py").write_text("from config import BATCH\n")
    (tmp_path / "b.py").write_text("x = 1  # BATCH\n")
    return ProjectFolder(tmp_path)


def test_the_new_texts_count(project: ProjectFolder) -> None:
    changed = {path: Document(path, text) for path, text in (("a.py", "y"), ("b.py", "BATCH"))}
    others = ProjectWith(project, changed)
    assert [document.path for document in project.mentioning("BATCH")] == [
        "a.py",
        "b.py",
        "config.py",
    ]
    assert [document.path for document in others.mentioning("BATCH")] == ["b.py", "config.py"]
    assert others.mentioning("BATCH")[0].text == "BATCH"
    assert others.module_of("a.py") == project.module_of("a.py") == "a"


def test_a_file_that_cannot_be_read_may_have_a_text_that_can(project: ProjectFolder) -> None:
    Path("b.py").write_bytes(b"BATCH = 1  # \xe9\n")
    assert project.unreadable("BATCH") == ("b.py",)
    assert ProjectWith(project, {"b.py": Document("b.py", "")}).unreadable("BATCH") == ()


def test_a_name_may_be_imported_by_who_speaks_of_it_and_its_module(project: ProjectFolder) -> None:
    assert project.may_import("config.py", "BATCH")
    assert not project.may_import("config.py", "OTHER")
    assert not project.may_import("a.py", "BATCH")
    gone = ProjectWith(project, {"a.py": Document("a.py", "y")})
    assert not gone.may_import("config.py", "BATCH")


def test_nobody_knows_who_imports_from_a_file_alone() -> None:
    assert NO_PROJECT.may_import("a.py", "x")
