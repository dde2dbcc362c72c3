"""An editor that asks for diagnostics, counts bytes, has two folders open, and wants its way."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from lsprotocol import types

from .editor import ASKING, IDLE, PULLED, TWICE, Editor


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
    made = editor.start(PULLED, folders, options)
    assert made.capabilities.position_encoding == types.PositionEncodingKind.Utf8
    yield editor
    assert editor.stop() == 0


def test_each_folder_has_its_own_settings(editor: Editor, folders: list[Path]) -> None:
    for folder, workers in zip(folders, (4, 2), strict=True):
        (found,) = editor.pulled(editor.open(folder / "idle.py", IDLE))
        assert f"for {workers} workers" in found.message


def test_what_the_editor_asks_for_wins(editor: Editor, folders: list[Path]) -> None:
    assert editor.pulled(editor.open(folders[0] / "twice.py", TWICE)) == []


def test_what_cant_be_used_is_reported(editor: Editor, folders: list[Path]) -> None:
    editor.pulled(editor.open(folders[0] / "told.py", IDLE))
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
    (found,) = editor.pulled(uri)
    line = text.splitlines()[11]
    assert found.range.start.character == len(line[: line.index("Embed()")].encode())


def test_nobody_publishes_to_an_editor_that_asks(editor: Editor) -> None:
    assert editor.quiet()


def test_what_is_found_in_a_notebook_is_published(editor: Editor, folders: list[Path]) -> None:
    """VS Code asks for the diagnostics of texts, but not for those of cells."""
    notebook = (folders[0] / "draft.ipynb").as_uri()
    uri = f"vscode-notebook-cell:{notebook[5:]}#a"
    cell = types.NotebookCell(types.NotebookCellKind.Code, uri)
    editor.tell(
        editor.client.notebook_document_did_open,
        types.DidOpenNotebookDocumentParams(
            types.NotebookDocument(notebook, "jupyter-notebook", 1, [cell]),
            [types.TextDocumentItem(uri, "python", 1, IDLE)],
        ),
    )
    assert [diagnostic.code for diagnostic in editor.of_version(uri, 1)] == ["DFT101"]
    # An editor would show both.
    assert editor.pulled(uri) == []
    editor.tell(
        editor.client.notebook_document_did_close,
        types.DidCloseNotebookDocumentParams(
            types.NotebookDocumentIdentifier(notebook), [types.TextDocumentIdentifier(uri)]
        ),
    )
    assert editor.of_version(uri, None) == []


def test_files_are_read_again_when_one_is_saved(editor: Editor, folders: list[Path]) -> None:
    """This editor doesn't tell of files that others write."""
    uri = editor.open(folders[1] / "saved.py", IDLE)
    assert "for 2 workers" in editor.pulled(uri)[0].message
    (folders[1] / "pyproject.toml").write_text("[tool.daft-lint.cluster]\nworkers = 4\n")
    editor.refreshed.clear()
    editor.save(uri)
    assert editor.is_to_ask_again()
    assert "for 4 workers" in editor.pulled(uri)[0].message


def test_an_editor_that_cant_be_asked_to_pull_again_has_them_published(tmp_path: Path) -> None:
    """Neovim up to 0.11 asks when a text changes, not when another one or the settings do."""
    settings = tmp_path / "pyproject.toml"
    settings.write_text("[tool.daft-lint.cluster]\nworkers = 2\n")
    editor = Editor()
    made = editor.start(ASKING, [tmp_path])
    # Neovim would show both what it asks for and what is published.
    assert made.capabilities.diagnostic_provider is None
    uri = editor.open(tmp_path / "idle.py", IDLE)
    assert "for 2 workers" in editor.of_version(uri, 1)[0].message
    settings.write_text("[tool.daft-lint.cluster]\nworkers = 4\n")
    editor.save(uri)
    assert "for 4 workers" in editor.of_version(uri, 1)[0].message
    assert editor.stop() == 0


def test_options_that_an_editor_tells_again_are_no_surprise(tmp_path: Path) -> None:
    """Helix does so. The log, which `stop` looks at, holds nothing about it."""
    editor = Editor()
    editor.start(PULLED, [tmp_path], {"ignore": ["DFT101"]})
    params = types.DidChangeConfigurationParams({"ignore": ["DFT101"]})
    editor.tell(editor.client.workspace_did_change_configuration, params)
    assert editor.stop() == 0


def test_all_is_fixed_once_somebody_chooses_it(editor: Editor, folders: list[Path]) -> None:
    uri = editor.open(folders[0] / "unused.py", "import daft\n\nx = 1  # noqa: DFT101\n")
    (found,) = editor.pulled(uri)
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
