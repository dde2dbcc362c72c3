"""The folder of the project that a file is part of, where no settings tell it."""

from __future__ import annotations

import subprocess
from pathlib import Path

import pytest

from daft_lint.settings import ProjectFinder


def folder(path: Path, *files: str) -> Path:
    path.mkdir(parents=True, exist_ok=True)
    for name in files:
        (path / name).touch()
    return path


def repository(path: Path) -> Path:
    folder(path)
    subprocess.run(["git", "init", "--quiet", str(path)], check=True)
    return path


def project_of(path: Path, current: Path, *named: Path) -> Path:
    return ProjectFinder.around(current, named).of(path)


@pytest.fixture
def elsewhere(tmp_path: Path) -> Path:
    return folder(tmp_path / "elsewhere")


@pytest.mark.parametrize("current", [".", "repo", "repo/src", "elsewhere"])
def test_it_is_the_repository_around_the_file(
    tmp_path: Path, elsewhere: Path, current: str
) -> None:
    repo = repository(tmp_path / "repo")
    etl = folder(repo / "src" / "etl", "pyproject.toml")
    assert project_of(etl, tmp_path / current, etl) == repo


def test_it_is_the_innermost_repository(tmp_path: Path) -> None:
    inner = repository(repository(tmp_path / "repo") / "third_party" / "inner")
    assert project_of(folder(inner / "etl"), tmp_path) == inner


def test_a_file_called_git_tells_of_a_work_tree(tmp_path: Path, elsewhere: Path) -> None:
    tree = folder(tmp_path / "tree", ".git")
    assert project_of(folder(tree / "etl"), elsewhere) == tree


@pytest.mark.parametrize("name", ["pyproject.toml", "setup.py"])
def test_without_git_it_is_the_outermost_package(
    tmp_path: Path, elsewhere: Path, name: str
) -> None:
    top = folder(tmp_path / "top", name)
    steps = folder(folder(top / "packages" / "steps", "pyproject.toml") / "steps")
    assert project_of(steps, elsewhere) == top
    assert project_of(steps, steps) == top


def test_where_nothing_tells_it_is_the_current_folder(tmp_path: Path) -> None:
    etl = folder(tmp_path / "etl")
    assert project_of(etl, tmp_path) == tmp_path
    assert project_of(etl, tmp_path, etl) == tmp_path


def test_in_a_package_it_is_what_the_program_has_on_its_path(tmp_path: Path) -> None:
    inner = folder(folder(tmp_path / "src" / "etl", "__init__.py") / "inner", "__init__.py")
    assert project_of(inner, inner) == tmp_path
    assert project_of(inner.parent, inner, inner.parent) == tmp_path


def test_where_nothing_tells_of_a_file_elsewhere_it_is_what_was_named(
    tmp_path: Path, elsewhere: Path
) -> None:
    jobs = folder(tmp_path / "jobs")
    tests = folder(jobs / "tests")
    assert project_of(tests, elsewhere, jobs) == jobs
    assert project_of(tests, elsewhere, tests, jobs) == jobs
    assert project_of(tests, elsewhere, jobs / "main.py") == jobs


def test_what_git_ignores_is_a_project_of_its_own(tmp_path: Path) -> None:
    repo = repository(tmp_path / "repo")
    (repo / ".gitignore").write_text("clones/\n")
    etl = folder(repo / "clones" / "other" / "etl")
    assert project_of(etl, repo, etl.parent) == etl.parent


def test_a_package_that_is_installed_is_a_project_of_its_own(tmp_path: Path) -> None:
    packages = repository(tmp_path / "repo") / ".venv" / "lib" / "site-packages"
    etl = folder(packages / "etl", "__init__.py")
    assert project_of(etl, tmp_path / "repo", etl) == packages


@pytest.mark.parametrize("mark", [".git", "pyproject.toml"])
def test_a_home_folder_is_no_project(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, elsewhere: Path, mark: str
) -> None:
    home = folder(tmp_path / "home", mark)
    monkeypatch.setenv("HOME", str(home))
    monkeypatch.setenv("USERPROFILE", str(home))
    jobs = folder(home / "src" / "jobs")
    assert project_of(jobs, jobs) == jobs
    assert project_of(jobs, elsewhere, jobs) == jobs
    sources = jobs.parent
    assert project_of(sources, sources) == sources
