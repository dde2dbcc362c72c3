"""Which settings hold for a file that an editor has open."""

from __future__ import annotations

from pathlib import Path

import pytest

from daft_lint.documents.file_selection import FilePatterns
from daft_lint.findings import Confidence
from daft_lint.server.buffers import Buffers
from daft_lint.server.configuration import Configuration, options_of


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "pyproject.toml").write_text("[tool.daft-lint.cluster]\nworkers = 4\n")
    (tmp_path / "other.toml").write_text("[tool.daft-lint]\nmin-confidence = 'possible'\n")
    return tmp_path


def test_the_editor_can_name_the_file(folder: Path) -> None:
    configuration = Configuration(options_of({"configuration": "other.toml"}))
    found = configuration.for_file(folder / "src" / "a.py", Buffers(folders=(folder,)))
    assert found.problem is None
    assert found.settings.min_confidence is Confidence.POSSIBLE
    assert found.settings.cluster.workers is None
    assert found.settings.root == folder


def test_the_version_is_that_of_the_lock_file_as_it_is_now(folder: Path) -> None:
    configuration, buffers = Configuration(), Buffers(folders=(folder,))
    for version in ("0.6.4", "0.7.14"):
        lock = f'version = 1\n\n[[package]]\nname = "daft"\nversion = "{version}"\n'
        (folder / "uv.lock").write_text(lock)
        found = configuration.for_file(folder / "src" / "a.py", buffers)
        assert found.settings.daft_version == tuple(map(int, version.split(".")))


def test_a_file_that_is_extended_counts_as_it_is_now(folder: Path) -> None:
    configuration, buffers = Configuration(), Buffers(folders=(folder,))
    (folder / "daft-lint.toml").write_text('extend = "base.toml"\n')
    for workers in (2, 16):
        (folder / "base.toml").write_text(f"cluster.workers = {workers}\n")
        found = configuration.for_file(folder / "a.py", buffers)
        assert found.settings.cluster.workers is not None
        assert found.settings.cluster.workers.count == workers
    (folder / "base.toml").unlink()
    lost = configuration.for_file(folder / "a.py", buffers)
    assert '"base.toml" isn\'t a file' in (lost.problem or "")


@pytest.mark.parametrize("key", ["extend", "output-format"])
def test_keys_that_mean_nothing_to_an_editor_are_reported(folder: Path, key: str) -> None:
    assert options_of({key: "full"}).problems == (f"initializationOptions: there is no `{key}`",)


def test_a_file_that_is_not_there_is_reported(folder: Path) -> None:
    configuration = Configuration(options_of({"configuration": "gone.toml"}))
    found = configuration.for_file(folder / "a.py", Buffers(folders=(folder,)))
    assert "gone.toml" in (found.problem or "")


@pytest.mark.parametrize("given", [None, {}, 3, ["select"], {"configuration": 3}, {"": {}}])
def test_whatever_an_editor_sends_there_are_settings(folder: Path, given: object) -> None:
    configuration = Configuration(options_of(given))
    found = configuration.for_file(folder / "a.py", Buffers(folders=(folder,)))
    assert found.settings.cluster.workers is not None


def test_one_wrong_option_leaves_the_others(folder: Path) -> None:
    configuration = Configuration(options_of({"select": 3, "min-confidence": "possible"}))
    found = configuration.for_file(folder / "a.py", Buffers(folders=(folder,)))
    assert (found.problem or "").startswith("initializationOptions: select: ")
    assert found.settings.min_confidence is Confidence.POSSIBLE
    assert found.settings.cluster.workers is not None


def test_the_innermost_folder_of_the_workspace_counts(folder: Path) -> None:
    buffers = Buffers(folders=(folder.parent, folder))
    assert buffers.folder_of(folder / "src" / "a.py") == folder
    assert buffers.folder_of(Path("/elsewhere/a.py")) == Path("/elsewhere")
    assert buffers.folder_of(None) == folder.parent


def test_folders_in_a_project_choose_their_files(folder: Path) -> None:
    inner = folder / "inner"
    inner.mkdir()
    (inner / "pyproject.toml").write_text(
        "[tool.daft-lint]\nextend-include = ['*.md']\nexclude = ['old/']\n"
    )

    def patterns(given: object) -> tuple[FilePatterns | None, FilePatterns] | None:
        nested = Configuration(options_of(given)).nested()
        return None if nested is None else (nested.own(str(inner)), nested.everywhere)

    assert patterns(None) == (FilePatterns(("*.py", "*.ipynb", "*.md"), ("old/",)), FilePatterns())
    assert patterns({"exclude": ["b.py"], "include": 3}) == (
        FilePatterns(("*.py", "*.ipynb", "*.md"), ()),
        FilePatterns((), ("b.py",)),
    )
    assert patterns({"configuration": "other.toml"}) is None
    (inner / "pyproject.toml").write_text("[tool.daft-lint]\nexclude = 3\n")
    assert patterns(None) == (None, FilePatterns())


def test_rules_of_a_project_run_only_in_a_workspace_that_is_trusted(tmp_path: Path) -> None:
    """To open a file of a stranger is no reason to run their code."""
    (tmp_path / "own_rules.py").write_text("raise SystemExit('it runs')\n")
    settings = "[tool.daft-lint]\nextend-rules = ['own_rules']\nextend-select = ['OWN001']\n"
    (tmp_path / "pyproject.toml").write_text(settings)
    file, buffers = tmp_path / "job.py", Buffers()
    untrusted = Configuration(options_of({})).for_file(file, buffers)
    assert untrusted.problem is None
    assert untrusted.settings.extend_rules == ()
    trusted = Configuration(options_of({"trusted": True})).for_file(file, buffers)
    assert "own_rules" in (trusted.problem or "")
