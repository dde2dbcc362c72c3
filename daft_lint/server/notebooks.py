"""The cells of a notebook as an editor sends them."""

from __future__ import annotations

from collections.abc import Iterable

from lsprotocol.types import (
    NotebookCell,
    NotebookCellKind,
    NotebookDocumentCellChanges,
    PositionEncodingKind,
    TextDocumentItem,
)

from daft_lint.records import replace
from daft_lint.server.buffers import Cell
from daft_lint.server.positions import typed


def opened_cells(
    cells: Iterable[NotebookCell], texts: Iterable[TextDocumentItem]
) -> tuple[Cell, ...]:
    """The cells of a notebook that is opened, with their texts."""
    by_uri = {text.uri: text for text in texts}
    return tuple(_cell(cell, by_uri.get(cell.document)) for cell in cells)


def changed_cells(
    cells: tuple[Cell, ...], change: NotebookDocumentCellChanges, encoding: PositionEncodingKind
) -> tuple[Cell, ...]:
    """The cells after a change: put in, taken out, moved, made another kind, or typed in."""
    known = {cell.uri: cell for cell in cells}
    if change.structure is not None:
        array = change.structure.array
        for text in change.structure.did_open or ():
            known[text.uri] = _with_text(text)
        added = tuple(
            _of_kind(known.get(notebook_cell.document), notebook_cell)
            for notebook_cell in array.cells or ()
        )
        cells = (*cells[: array.start], *added, *cells[array.start + array.delete_count :])
        known = {cell.uri: cell for cell in cells}
    for notebook_cell in change.data or ():
        if notebook_cell.document in known:
            known[notebook_cell.document] = _of_kind(known[notebook_cell.document], notebook_cell)
    for content in change.text_content or ():
        cell = known.get(content.document.uri)
        if cell is not None:
            now = typed(cell.text, content.changes, encoding)
            known[cell.uri] = replace(cell, text=now, version=content.document.version)
    return tuple(known[cell.uri] for cell in cells)


def _cell(cell: NotebookCell, text: TextDocumentItem | None) -> Cell:
    return _of_kind(_with_text(text) if text is not None else None, cell)


def _with_text(text: TextDocumentItem) -> Cell:
    return Cell(text.uri, text.version, text.text, language=text.language_id)


def _of_kind(cell: Cell | None, sent: NotebookCell) -> Cell:
    known = cell or Cell(sent.document, None, "")
    return replace(known, is_code=sent.kind == NotebookCellKind.Code)
