"""The texts that an editor holds, saved or not."""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path

from pygls.uris import from_fs_path, to_fs_path

from daft_lint.documents.document import Document, read_document, shown_path
from daft_lint.documents.notebook import read_notebook
from daft_lint.plan.span import Span
from daft_lint.records import dataclass, field


@dataclass(frozen=True, slots=True)
class Cell:
    """A cell of a notebook, which an editor gives a name and a version of its own."""

    uri: str
    version: int | None
    text: str
    is_code: bool = True
    language: str = "python"


@dataclass(frozen=True, slots=True)
class Buffer:
    """One text of an editor, under the editor's own name for it.

    `file` is where it is saved or will be; None where it has no place on disk. A notebook has
    `cells`, and their code is its text.
    """

    uri: str
    version: int | None
    document: Document
    file: Path | None = None
    cells: tuple[Cell, ...] = ()

    def named(self, span: Span) -> tuple[str, int | None]:
        """What the editor calls the text or the cell that a span of it is in, and its version."""
        number = self.document.located(span).cell_number
        if number is None or not self.cells:
            return self.uri, self.version
        cell = self.cells[number - 1]
        return cell.uri, cell.version

    @property
    def names(self) -> tuple[str, ...]:
        """All that the editor calls it by: its name, or those of its cells."""
        return tuple(cell.uri for cell in self.cells) or (self.uri,)


def buffer_of(uri: str, version: int | None, text: str) -> Buffer:
    """The buffer of a text that an editor calls `uri`."""
    file = file_of(uri)
    return Buffer(uri, version, Document(_path(uri, file), text), file)


def notebook_of(uri: str, version: int | None, cells: tuple[Cell, ...]) -> Buffer:
    """The buffer of a notebook that an editor calls `uri`."""
    file = file_of(uri)
    as_json = {
        "cells": [
            {
                "cell_type": "code" if cell.is_code else "markdown",
                "metadata": {"vscode": {"languageId": cell.language}},
                "source": cell.text,
            }
            for cell in cells
        ]
    }
    document = read_notebook(json.dumps(as_json).encode(), _path(uri, file))
    return Buffer(uri, version, document, file, cells)


def file_of(uri: str) -> Path | None:
    """The file that a URI means; None for what no disk has, such as a text never saved."""
    name = to_fs_path(uri) if uri.startswith("file:") else None
    return Path(name) if name and "\0" not in name else None


def _path(uri: str, file: Path | None) -> str:
    return uri if file is None else shown_path(file)


@dataclass(frozen=True, slots=True)
class Buffers:
    """All texts and folders of an editor at one moment.

    `by_uri` holds the texts, `folders` the folders of the workspace. `revision` grows with each
    change of these, of settings, or of files on disk: what was found at the same revision holds.
    """

    by_uri: Mapping[str, Buffer] = field(default_factory=dict)
    folders: tuple[Path, ...] = ()
    revision: int = 0

    def called(self, uri: str) -> tuple[Buffer, int | None] | None:
        """The open text with that URI; for a cell, its notebook and the number of the cell."""
        if uri in self.by_uri:
            return self.by_uri[uri], None
        for buffer in self.by_uri.values():
            for number, cell in enumerate(buffer.cells, start=1):
                if cell.uri == uri:
                    return buffer, number
        return None

    def document(self, path: str) -> Document:
        """A text as the editor holds it, else as it is on disk.

        Raises:
            UnreadableDocumentError: when it can't be read.
        """
        buffer = self._at(path)
        return buffer.document if buffer is not None else read_document(Path(path), path)

    def named(self, span: Span) -> tuple[str, int | None]:
        """What the editor calls the text that a span is in, and its version if it holds it."""
        buffer = self._at(span.path)
        return (self.uri(span.path), None) if buffer is None else buffer.named(span)

    def uri(self, path: str) -> str:
        """What the editor calls a file, open or not."""
        buffer = self._at(path)
        if buffer is not None:
            return buffer.uri
        return from_fs_path(str(Path(path).absolute())) or path

    def below(self, folder: Path) -> dict[str, Document]:
        """The texts of the files below a folder, by the paths that people are shown."""
        return {
            buffer.document.path: buffer.document
            for buffer in self.by_uri.values()
            if buffer.file is not None and buffer.file.is_relative_to(folder)
        }

    def folder_of(self, file: Path | None) -> Path:
        """The folder of the workspace that holds a file, the innermost one.

        Without one it is the file's own; for a text without a file, the first of the workspace.
        """
        if file is None:
            return self.folders[0] if self.folders else Path.cwd()
        around = [folder for folder in self.folders if file.is_relative_to(folder)]
        return max(around, key=lambda path: len(path.parts), default=file.parent)

    def _at(self, path: str) -> Buffer | None:
        return next(
            (buffer for buffer in self.by_uri.values() if buffer.document.path == path), None
        )
