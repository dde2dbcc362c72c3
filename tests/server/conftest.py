"""One server for all tests, and a project for each."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from .editor import PUSHED, Editor


def ended(editor: Editor) -> None:
    """Stop a server, which must end well."""
    assert editor.stop() == 0


@pytest.fixture(scope="session")
def workspace(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder that the server of all tests serves; each test has its own folder in it."""
    return tmp_path_factory.mktemp("workspace").resolve()


@pytest.fixture(scope="session")
def served(workspace: Path) -> Iterator[Editor]:
    """An editor with a server of its own, which watches files and gets diagnostics pushed."""
    editor = Editor()
    editor.start(PUSHED, [workspace])
    yield editor
    ended(editor)


@pytest.fixture
def project(workspace: Path, request: pytest.FixtureRequest) -> Path:
    """The test's own project, with four workers."""
    folder = workspace / request.node.name.replace("[", "-").replace("]", "")
    folder.mkdir()
    (folder / "pyproject.toml").write_text("[tool.daft-lint.cluster]\nworkers = 4\n")
    return folder


@pytest.fixture
def editor(served: Editor) -> Iterator[Editor]:
    """The editor, with nothing open."""
    yield served
    served.close_all()
