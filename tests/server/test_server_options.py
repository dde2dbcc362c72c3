"""An editor that counts bytes, has two folders open, and wants its way."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from lsprotocol import types

from .editor import COUNTING_BYTES, IDLE, TWICE, Editor


@pytest.fixture(scope="module")
def folders(tmp_path_factory: pytest.TempPathFactory) -> list[Path]:
    found = [tmp_path_factory.mktemp(name).resolve() for name in ("one", "two")]
    for folder, workers in zip(found, (4, 2), strict=True):
        settings = folder / "pyproject.toml"
        settings.write_text(f"[tool.daft-lint.cluster]\nworkers = {workers}\n")
    return found


@pytest.fixture(scope="module")
def editor(folders: list[Path]) -> Iterator[Editor]:
    editor = Editor()
    options = {"ignore": ["DFT202"], "min-confidence": "sure", "colour": "red"}
    made = editor.start(COUNTING_BYTES, folders, options)
    assert made.capabilities.position_encoding == types.PositionEncodingKind.Utf8
    yield editor
    assert editor.stop() == 0


def test_each_folder_has_its_own_settings(editor: Editor, folders: list[Path]) -> None:
    for folder, workers in zip(folders, (4, 2), strict=True):
        (found,) = editor.of_version(editor.open(folder / "idle.py", IDLE), 1)
        assert f"for {workers} workers" in found.message


def test_what_the_editor_asks_for_wins(editor: Editor, folders: list[Path]) -> None:
    assert editor.of_version(editor.open(folders[0] / "twice.py", TWICE), 1) == []


def test_what_cant_be_used_is_reported(editor: Editor, folders: list[Path]) -> None:
    editor.of_version(editor.open(folders[0] / "told.py", IDLE), 1)
    reported = "daft-lint: initializationOptions: "
    assert sorted(editor.messages) == [
        f'{reported}min-confidence: expected one of "certain", "likely", "possible", got "sure"',
        f"{reported}there is no `colour`",
    ]


def test_columns_are_bytes_when_the_editor_counts_bytes(
    editor: Editor, folders: list[Path]
) -> None:
    text = IDLE.replace('Embed()(col("path"))', '(("ü😋") and Embed()(col("path")))')
    uri = editor.open(folders[0] / "bytes.py", text)
    (found,) = editor.of_version(uri, 1)
    line = text.splitlines()[11]
    assert found.range.start.character == len(line[: line.index("Embed()")].encode())


def test_files_are_read_again_when_one_is_saved(editor: Editor, folders: list[Path]) -> None:
    """This editor doesn't tell of files that others write."""
    uri = editor.open(folders[1] / "saved.py", IDLE)
    assert "for 2 workers" in editor.of_version(uri, 1)[0].message
    (folders[1] / "pyproject.toml").write_text("[tool.daft-lint.cluster]\nworkers = 4\n")
    editor.save(uri)
    assert "for 4 workers" in editor.of_version(uri, 1)[0].message


def test_options_that_an_editor_tells_again_are_no_surprise(tmp_path: Path) -> None:
    """Helix does so. The log, which `stop` looks at, holds nothing about it."""
    editor = Editor()
    editor.start(COUNTING_BYTES, [tmp_path], {"ignore": ["DFT101"]})
    params = types.DidChangeConfigurationParams({"ignore": ["DFT101"]})
    editor.tell(editor.client.workspace_did_change_configuration, params)
    assert editor.stop() == 0


def test_all_is_fixed_once_somebody_chooses_it(editor: Editor, folders: list[Path]) -> None:
    uri = editor.open(folders[0] / "unused.py", "import daft\n\nx = 1  # noqa: DFT101\n")
    (found,) = editor.of_version(uri, 1)
    assert found.code == "DFT901"
    actions = editor.actions(uri, 0)
    (action,) = [
        code_action for code_action in actions if code_action.kind == "source.fixAll.daft-lint"
    ]
    assert action.edit is None
    edit = editor.resolved(action).edit
    assert edit is not None
    # This editor understands no versioned edits.
    assert edit.document_changes is None
    assert edit.changes is not None
    assert [text_edit.new_text for text_edit in edit.changes[uri]] == ["x = 1\n"]
