"""Notebooks in an editor: their cells are one program, and each shows its own findings."""

from __future__ import annotations

from pathlib import Path

from lsprotocol import types

from .editor import Editor

IMPORTS = "%pip install daft\nimport daft\nfrom daft import col"
UDF = """\
@daft.cls(max_concurrency=4)
class Embed:
    @daft.method.batch(return_dtype=daft.DataType.string(), batch_size=64)
    def __call__(self, text): ...
"""
RUN = """\
df = daft.from_glob_path("s3://bucket/*.txt")
df = df.with_column("😋", Embed()(col("path")))
df.write_parquet("s3://bucket/embeddings")"""


def cell(
    uri: str, kind: types.NotebookCellKind = types.NotebookCellKind.Code
) -> types.NotebookCell:
    return types.NotebookCell(kind, uri)


def text(uri: str, source: str, language: str = "python") -> types.TextDocumentItem:
    return types.TextDocumentItem(uri, language, 1, source)


def test_a_notebook_is_one_program(editor: Editor, project: Path) -> None:
    notebook = (project / "draft.ipynb").as_uri()
    title, imports, udf, run = (
        f"vscode-notebook-cell:{notebook[5:]}#{letter}" for letter in "abcd"
    )
    editor.tell(
        editor.client.notebook_document_did_open,
        types.DidOpenNotebookDocumentParams(
            types.NotebookDocument(
                notebook,
                "jupyter-notebook",
                1,
                [
                    cell(title, types.NotebookCellKind.Markup),
                    cell(imports),
                    cell(udf),
                    cell(run),
                ],
            ),
            [
                text(title, "# Title", "markdown"),
                text(imports, IMPORTS),
                text(udf, UDF),
                text(run, RUN),
            ],
        ),
    )
    (found,) = editor.of_version(run, 1)
    assert (found.code, str(found.range)) == ("DFT101", "1:26-1:46")
    related = found.related_information or ()
    assert (udf, "0:26-0:27") in {
        (information.location.uri, str(information.location.range)) for information in related
    }
    assert editor.hover(run, 1, 26)
    assert editor.actions(imports, 1, [found], ["quickfix"]) == []
    fix, silence = editor.actions(run, 1, [found])
    for action in (fix, silence):
        assert action.edit is not None
        assert action.edit.document_changes is not None
        (change,) = action.edit.document_changes
        assert isinstance(change, types.TextDocumentEdit)
        assert (change.text_document.uri, change.text_document.version) == (run, 1)
        assert change.edits[0].range.start.line == 1
    typed = types.TextDocumentContentChangePartial(
        types.Range(types.Position(0, 26), types.Position(0, 27)), "1"
    )
    editor.tell(
        editor.client.notebook_document_did_change,
        types.DidChangeNotebookDocumentParams(
            types.VersionedNotebookDocumentIdentifier(2, notebook),
            types.NotebookDocumentChangeEvent(
                cells=types.NotebookDocumentCellChanges(
                    text_content=[
                        types.NotebookDocumentCellContentChanges(
                            types.VersionedTextDocumentIdentifier(2, udf), [typed]
                        )
                    ]
                )
            ),
        ),
    )
    assert [diagnostic.code for diagnostic in editor.published(run)] == ["DFT111"]
    editor.tell(
        editor.client.notebook_document_did_change,
        types.DidChangeNotebookDocumentParams(
            types.VersionedNotebookDocumentIdentifier(3, notebook),
            types.NotebookDocumentChangeEvent(
                cells=types.NotebookDocumentCellChanges(
                    structure=types.NotebookDocumentCellChangeStructure(
                        types.NotebookCellArrayChange(2, 1, [cell(title + "2")]),
                        [text(title + "2", UDF)],
                        [types.TextDocumentIdentifier(udf)],
                    )
                )
            ),
        ),
    )
    assert [diagnostic.code for diagnostic in editor.published(run)] == ["DFT101"]
    editor.tell(
        editor.client.notebook_document_did_close,
        types.DidCloseNotebookDocumentParams(
            types.NotebookDocumentIdentifier(notebook), [types.TextDocumentIdentifier(run)]
        ),
    )
    assert editor.published(run) == []


def test_a_syntax_error_is_shown_where_it_is_in_its_cell(editor: Editor, project: Path) -> None:
    notebook = (project / "draft.ipynb").as_uri()
    imports, broken = (f"vscode-notebook-cell:{notebook[5:]}#{letter}" for letter in "ab")
    editor.tell(
        editor.client.notebook_document_did_open,
        types.DidOpenNotebookDocumentParams(
            types.NotebookDocument(notebook, "jupyter-notebook", 1, [cell(imports), cell(broken)]),
            [text(imports, IMPORTS), text(broken, "x = 1\ndef f(:")],
        ),
    )
    (found,) = editor.of_version(broken, 1)
    assert (found.code, str(found.range)) == ("DFT900", "1:6-1:7")
    editor.tell(
        editor.client.notebook_document_did_close,
        types.DidCloseNotebookDocumentParams(
            types.NotebookDocumentIdentifier(notebook), [types.TextDocumentIdentifier(broken)]
        ),
    )
