"""What a rule may ask of the files around the one that it looks at."""

from __future__ import annotations

from pathlib import Path

import pytest

from daft_lint.documents import project
from daft_lint.documents.file_selection import FilePatterns, Nested
from daft_lint.documents.project import NO_PROJECT, ProjectFolder


@pytest.fixture
def root(tmp_path: Path) -> Path:
    files = {
        "src/shop/__init__.py": "",
        "src/shop/udfs.py": "import daft\n\ndef Embed(): ...\n",
        "src/shop/jobs/__init__.py": "",
        "src/shop/jobs/nightly.py": "from shop.udfs import Embed\n",
        "scripts/once.py": "from shop.udfs import Embed\n# Später\n",
        "scripts/other.py": "print('nothing')\n",
        "old/gone.py": "from shop.udfs import Embed\n",
        "broken.py": "Embed = '\0'\n",
        ".gitignore": "old/\n",
    }
    for name, text in files.items():
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text(text, encoding="utf-8")
    return tmp_path


def test_files_that_hold_all_words_are_found(root: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(root)
    found = ProjectFolder(root).mentioning("Embed", "shop")
    assert [document.path for document in found] == [
        "scripts/once.py",
        "src/shop/jobs/nightly.py",
    ]
    assert found[0].text.endswith("# Später\n")


def test_files_that_hold_all_words_but_cannot_be_read_are_reported(
    root: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(root)
    (root / "latin.py").write_bytes(b"from shop.udfs import Embed  # \xe9\n")
    assert ProjectFolder(root).unreadable("Embed") == ("broken.py", "latin.py")
    assert ProjectFolder(root).unreadable("Embed", "shop") == ("latin.py",)
    assert ProjectFolder(root).unreadable("nothing") == ()


def test_nobody_knows_what_a_file_holds_that_cannot_be_opened(
    root: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(root)
    shut = root / "scripts" / "other.py"

    def read(file: Path) -> bytes:
        if file == shut:
            raise PermissionError(13, "Permission denied")
        return file.read_bytes()

    monkeypatch.setattr(project, "read_whole", read)
    assert ProjectFolder(root).unreadable("nothing") == ("scripts/other.py",)


def test_a_file_that_cannot_be_read_may_import_what_it_names(
    root: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(root)
    (root / "sizes.py").write_text("SIZE = 64\n")
    assert not ProjectFolder(root).may_import("sizes.py", "SIZE")
    (root / "latin.py").write_bytes(b"from sizes import SIZE  # \xe9\n")
    assert ProjectFolder(root).may_import("sizes.py", "SIZE")


def test_excluded_files_are_not_part_of_it(root: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(root)
    found = ProjectFolder(root, exclude=("scripts",)).mentioning("Embed", "shop")
    assert [document.path for document in found] == ["src/shop/jobs/nightly.py"]


def test_what_a_folder_in_it_leaves_out_is_not_part_of_it(
    root: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(root)
    (root / "scripts" / "pyproject.toml").touch()
    nested = Nested(lambda folder: FilePatterns(("*.py",), ("once.py",)))
    found = ProjectFolder(root, nested=nested).mentioning("Embed", "shop")
    assert [document.path for document in found] == ["src/shop/jobs/nightly.py"]


@pytest.mark.parametrize(
    ("path", "module"),
    [
        ("src/shop/udfs.py", "shop.udfs"),
        ("src/shop/jobs/__init__.py", "shop.jobs"),
        ("scripts/once.py", "once"),
        ("../elsewhere.py", None),
        ("notes.md", None),
    ],
)
def test_a_file_is_imported_by_its_place_in_its_packages(
    root: Path, monkeypatch: pytest.MonkeyPatch, path: str, module: str | None
) -> None:
    monkeypatch.chdir(root)
    assert ProjectFolder(root).module_of(path) == module


def test_the_current_folder_may_be_the_root(root: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(root)
    assert ProjectFolder(Path()).module_of("src/shop/udfs.py") == "shop.udfs"
    assert len(ProjectFolder(Path()).mentioning("Embed", "shop")) == 2


def test_nothing_is_read_before_it_is_asked_for(tmp_path: Path) -> None:
    ProjectFolder(tmp_path / "missing")


def test_a_file_alone_has_no_others() -> None:
    assert NO_PROJECT.mentioning("daft") == ()
    assert NO_PROJECT.module_of("daft.py") is None


def test_a_folder_of_repositories_is_no_project_of_them_all(root: Path) -> None:
    """A script beside checkouts isn't looked for in all of them."""
    (root / "src" / ".git").mkdir()
    assert ProjectFolder(root).mentioning("def") == ()
    (root / ".git").mkdir()
    (found,) = ProjectFolder(root).mentioning("def")
    assert found.path.endswith("udfs.py")
