"""Modules are found where Python would find them, and so are the files that import them."""

from __future__ import annotations

from pathlib import Path

import pytest

from daft_lint.documents.modules import Modules
from daft_lint.documents.project import ProjectFolder, absolute_path

_OWN = Path(__file__).parents[2]
_FILES = {
    "main.py": "from pkg import run\nimport tools",
    "tools.py": "",
    "src/pkg/__init__.py": "from .embed import run",
    "src/pkg/embed.py": "import daft\nfrom pkg.config import BATCH\nfrom . import sizes",
    "src/pkg/config.py": "BATCH = 1",
    "src/pkg/sizes.py": "",
    "src/pkg/sub/__init__.py": "",
    "src/pkg/sub/deep.py": "from ..config import BATCH",
    "src/spread/part/one.py": "from spread.part.two import N",
    "src/spread/part/two.py": "N = 1",
    "scripts/run.py": "from beside import N",
    "scripts/beside.py": "N = 1",
    "daft/__init__.py": "",
    "ray.py": "",
    "json.py": "",
    "alone.py": "import numpy",
}


@pytest.fixture
def project(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> ProjectFolder:
    for name, text in _FILES.items():
        file = tmp_path / name
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text)
    monkeypatch.chdir(tmp_path)
    return ProjectFolder(tmp_path)


@pytest.mark.parametrize(
    ("name", "near", "found"),
    [
        ("pkg", "main.py", "src/pkg/__init__.py"),
        ("pkg.config", "main.py", "src/pkg/config.py"),
        ("pkg.config", "src/pkg/sub/deep.py", "src/pkg/config.py"),
        ("tools", "src/pkg/embed.py", "tools.py"),
        ("beside", "scripts/run.py", "scripts/beside.py"),
        ("beside", "main.py", None),
        ("spread.part.two", "src/spread/part/one.py", "src/spread/part/two.py"),
        ("config", "src/pkg/embed.py", None),
        ("pkg.nothing", "main.py", None),
        ("numpy", "main.py", None),
        ("daft", "main.py", None),
        ("ray", "main.py", None),
        ("json", "main.py", None),
        ("not a name", "main.py", None),
    ],
)
def test_a_module_is_found(project: ProjectFolder, name: str, near: str, found: str | None) -> None:
    document = project.module(name, near)
    assert (document and document.path) == found


@pytest.mark.parametrize(
    ("module", "near", "name"),
    [
        (".config", "src/pkg/embed.py", "pkg.config"),
        (".", "src/pkg/__init__.py", "pkg"),
        ("..config", "src/pkg/sub/deep.py", "pkg.config"),
        (".two", "src/spread/part/one.py", "two"),
        (".beside", "scripts/run.py", "beside"),
        ("..tools", "main.py", None),
        ("pkg.config", "main.py", "pkg.config"),
    ],
)
def test_a_relative_import_gets_a_name(
    project: ProjectFolder, module: str, near: str, name: str | None
) -> None:
    assert project.modules.absolute(module, absolute_path(near)) == name


@pytest.mark.parametrize(
    ("name", "near", "found"),
    [
        ("one", "jobs/run.py", "packages/one/src/one/__init__.py"),
        ("one.sizes", "packages/two/two/run.py", "packages/one/src/one/sizes.py"),
        ("spread.sizes", "jobs/run.py", "packages/one/src/spread/sizes.py"),
        ("two.run", "packages/one/src/one/sizes.py", "packages/two/two/run.py"),
        ("tests", "jobs/run.py", None),
        ("script", "jobs/run.py", None),
        ("plain", "jobs/run.py", None),
        ("again", "jobs/run.py", None),
        ("again", "packages/two/two/run.py", "packages/two/again/__init__.py"),
    ],
)
def test_a_package_is_found_where_it_is_built(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str, near: str, found: str | None
) -> None:
    for file in (
        "jobs/run.py",
        "packages/one/pyproject.toml",
        "packages/one/src/one/__init__.py",
        "packages/one/src/one/sizes.py",
        "packages/one/src/spread/sizes.py",
        "packages/one/src/again/__init__.py",
        "packages/two/setup.py",
        "packages/two/script.py",
        "packages/two/tests/__init__.py",
        "packages/two/two/__init__.py",
        "packages/two/two/run.py",
        "packages/two/again/__init__.py",
        "sketches/src/plain/__init__.py",
    ):
        (tmp_path / file).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / file).touch()
    monkeypatch.chdir(tmp_path)
    module = ProjectFolder(tmp_path).module(name, near)
    assert (module and module.path) == found


@pytest.mark.parametrize(
    ("path", "importers"),
    [
        ("src/pkg/__init__.py", ["main.py", "src/pkg/embed.py", "src/pkg/sub/deep.py"]),
        ("src/pkg/embed.py", ["src/pkg/__init__.py"]),
        ("src/pkg/config.py", ["src/pkg/embed.py", "src/pkg/sub/deep.py"]),
        ("src/pkg/sizes.py", ["src/pkg/embed.py"]),
        ("src/spread/part/two.py", ["src/spread/part/one.py"]),
        ("main.py", []),
    ],
)
def test_who_imports_a_file_is_known(
    project: ProjectFolder, path: str, importers: list[str]
) -> None:
    assert [importer.path for importer in project.importers(path)] == importers
    # Where a few files are linted, they are searched for by what they would have to say.
    for_few = ProjectFolder(project.root, named=[Path(path)])
    assert [importer.path for importer in for_few.importers(path)] == importers


def test_who_imports_a_file_is_the_same_for_a_few_as_for_all(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.chdir(_OWN)
    files = sorted(Path("daft_lint", "documents").rglob("*.py"))[::12]
    every = ProjectFolder(_OWN / "daft_lint")
    few = [ProjectFolder(_OWN / "daft_lint", named=[file]) for file in files]
    found = [folder.importers(str(file)) for folder, file in zip(few, files, strict=True)]
    assert found == [every.importers(str(file)) for file in files]
    assert sum(map(len, found)) > len(files)


def test_only_so_many_are_searched_for(project: ProjectFolder) -> None:
    for_few = ProjectFolder(project.root, named=[Path("main.py")])
    for _ in range(2):
        for path in _FILES:
            assert for_few.importers(path) == project.importers(path)


def test_who_imports_a_file_may_be_a_notebook(tmp_path: Path) -> None:
    (tmp_path / "steps.py").touch()
    (tmp_path / "draft.ipynb").write_text(
        '{"cells": [{"cell_type": "code", "source": ["from steps import f"], "metadata": {}}],'
        ' "metadata": {}, "nbformat": 4, "nbformat_minor": 5}'
    )
    file = tmp_path / "steps.py"
    for named in ((), (file,)):
        project = ProjectFolder(tmp_path, include=("*.py", "*.ipynb"), named=named)
        (importer,) = project.importers(str(file))
        assert importer.path.endswith("draft.ipynb")


def test_a_program_that_names_daft_somewhere_may_meet_it_everywhere(project: ProjectFolder) -> None:
    met = {path for path in _FILES if project.may_meet_daft(path)}
    assert met == {
        "main.py",
        "tools.py",
        "src/pkg/__init__.py",
        "src/pkg/embed.py",
        "src/pkg/config.py",
        "src/pkg/sizes.py",
        "src/pkg/sub/deep.py",
    }


def test_a_program_leads_to_daft_by_its_imports(project: ProjectFolder) -> None:
    leading = {path for path in _FILES if project.leads_to_daft(path)}
    # The package of `config` imports Daft before `config` itself is read.
    assert leading == {"main.py", "src/pkg/__init__.py", "src/pkg/embed.py", "src/pkg/sub/deep.py"}


def test_what_was_found_out_once_is_kept(project: ProjectFolder) -> None:
    asked: list[str] = []
    for _ in range(2):
        project.once("key", lambda _: asked.append("asked"))
    assert asked == ["asked"]


def test_the_root_of_all_folders_may_be_the_project() -> None:
    modules = Modules("/")
    assert modules.find("nobody_s_module", "/nowhere/main.py") is None
    assert modules.base("/nowhere/main.py") == "/nowhere"
    assert not modules.is_of_engine("/nowhere/main.py")
