"""What an editor offers to do about a finding."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from lsprotocol import types

from daft_lint.documents.document import Document
from daft_lint.server.positions import Positions

from .editor import IDLE, TWICE, Editor

UTF16 = types.PositionEncodingKind.Utf16


def edited(texts: Mapping[str, str], edit: types.WorkspaceEdit | None) -> dict[str, str]:
    """Texts, by URI, after an editor made an edit."""
    assert edit is not None
    assert edit.document_changes is not None
    after = dict(texts)
    for change in edit.document_changes:
        assert isinstance(change, types.TextDocumentEdit)
        uri = change.text_document.uri
        for text_edit in sorted(
            change.edits, key=lambda text_edit: text_edit.range.start, reverse=True
        ):
            assert isinstance(text_edit, types.TextEdit)
            after[uri] = put(after[uri], text_edit)
    return after


def put(text: str, edit: types.TextEdit) -> str:
    document = Document("", text)
    positions = Positions(document, UTF16)
    start, end = (
        document.offset(*positions.place(position))
        for position in (edit.range.start, edit.range.end)
    )
    return text[:start] + edit.new_text + text[end:]


def test_a_safe_fix_is_preferred(editor: Editor, project: Path) -> None:
    text = TWICE.replace("df.repartition(8)", 'df.with_column("😋", df["b"]).repartition(8)')
    uri = editor.open(project / "twice.py", text)
    (found,) = editor.of_version(uri, 1)
    fix, silence = editor.actions(uri, 3, [found], ["quickfix"])
    assert fix.title == "Remove this `repartition`"
    assert fix.is_preferred
    assert list(fix.diagnostics or ()) == [found]
    fixed = edited({uri: text}, fix.edit)[uri]
    assert fixed == text.replace(".repartition(8)", "")
    silenced = edited({uri: text}, silence.edit)[uri]
    assert silenced == text.replace("partition(16)\n", "partition(16)  # noqa: DFT202\n")


def test_an_unsafe_fix_says_so(editor: Editor, project: Path) -> None:
    uri = editor.open(project / "idle.py", IDLE)
    found = editor.of_version(uri, 1)
    fix, silence = editor.actions(uri, 11, found)
    assert fix.title.endswith("(unsafe)")
    assert not fix.is_preferred
    assert ".into_partitions(4).with_column(" in edited({uri: IDLE}, fix.edit)[uri]
    assert silence.title == "Suppress DFT101 missing-repartition here with a comment"


def test_an_edit_is_for_the_version_that_was_looked_at(editor: Editor, project: Path) -> None:
    uri = editor.open(project / "twice.py", "")
    editor.of_version(uri, 1)
    editor.change(uri, 7, TWICE)
    fix, _ = editor.actions(uri, 3)
    assert fix.edit is not None
    assert fix.edit.document_changes is not None
    (change,) = fix.edit.document_changes
    assert isinstance(change, types.TextDocumentEdit)
    assert (change.text_document.uri, change.text_document.version) == (uri, 7)


def test_all_is_fixed_at_once_where_that_is_safe(editor: Editor, project: Path) -> None:
    text = TWICE.replace("repartition(8)", "repartition(8).repartition(4)") + TWICE.replace(
        "import daft\n", ""
    )
    uri = editor.open(project / "twice.py", text)
    editor.of_version(uri, 1)
    for only in (["source.fixAll"], ["source.fixAll.daft-lint"], ["source"]):
        (action,) = editor.actions(uri, 0, only=only)
        assert action.kind == "source.fixAll.daft-lint"
        fixed = edited({uri: text}, action.edit)[uri]
        assert "8" not in fixed
        assert fixed.count("repartition") == 2
    assert editor.actions(uri, 0, only=["source.organizeImports"]) == []


def test_a_finding_that_the_editor_names_is_offered_from_elsewhere(
    editor: Editor, project: Path
) -> None:
    """Neovim names those of the cursor's line, wherever the cursor is in it."""
    uri = editor.open(project / "twice.py", TWICE)
    (found,) = editor.of_version(uri, 1)
    assert [action.title for action in editor.actions(uri, 0, [found], ["quickfix"])] == [
        "Remove this `repartition`",
        "Suppress DFT202 redundant-repartition here with a comment",
    ]


def test_nothing_is_offered_where_nothing_was_found(editor: Editor, project: Path) -> None:
    uri = editor.open(project / "twice.py", TWICE)
    editor.of_version(uri, 1)
    assert editor.actions(uri, 0) == []


def test_a_syntax_error_cant_be_silenced(editor: Editor, project: Path) -> None:
    uri = editor.open(project / "broken.py", "import daft\n(\n")
    editor.of_version(uri, 1)
    assert editor.actions(uri, 1) == []
