"""Jupyter notebooks: their code cells as one program, and changed cells written back."""

from __future__ import annotations

import codecs
import json
import re
from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from daft_lint.documents.document import AS_UTF_8, Document, UnreadableDocumentError, wide_encoding
from daft_lint.documents.embedded_code import left_out, read_cell
from daft_lint.documents.layout import LINE_END, FileKind, Layout, Piece
from daft_lint.documents.magics import is_foreign
from daft_lint.records import dataclass

_LINE = re.compile(r"[^\n]*\n|[^\n]+")
_INDENT = re.compile(r"\s*\{\s*\n([ \t]*)")
_DATABRICKS = "application/vnd.databricks.v1+notebook"
# No string in JSON has a line that starts so.
_CONFLICT = re.compile(r"^<<<<<<<", re.MULTILINE)
_ADVICE = "restore it from a copy"
_KIND = '"cell_type"'
# Reading a notebook of 1,000,000 empty cells took 1.9 GB.
_MOST_CELLS = 50_000


@dataclass(frozen=True, slots=True)
class _CodeCell:
    """A code cell by its number among all cells, counted from 1."""

    number: int
    source: str
    is_python: bool


def read_notebook(data: bytes, path: str) -> Document:
    """The code cells of a notebook, in their order, as one program.

    Code that only IPython understands is kept out of it, and so are cells in other languages. A
    notebook of another language is an empty program.

    Raises:
        UnreadableDocumentError: when it is no notebook.
    """
    notebook = _notebook(_text(data, path), path)
    cells = _code_cells(notebook, path) if _is_python(notebook) else ()
    databricks = _DATABRICKS in _table(notebook, "metadata")
    parts: list[str] = []
    pieces: list[Piece] = []
    start, line = 0, 1
    for cell in cells:
        code = (
            read_cell(cell.source, databricks=databricks)
            if cell.is_python
            else left_out(cell.source)
        )
        # An empty line behind each cell: an insertion after its last line is still part of it.
        found = LINE_END.search(cell.source)
        glue = 2 * ("\n" if found is None or found.group() == "\r" else found.group())
        text = code.text + glue
        piece = Piece(
            start,
            start + len(text),
            line,
            cell.number,
            glue=glue,
            hidden=code.hidden,
            closed=code.closed,
            broken=code.broken,
        )
        pieces.append(piece)
        parts.append(text)
        start += len(text)
        line += len(LINE_END.findall(text))
    return Document(path, "".join(parts), Layout(FileKind.NOTEBOOK, tuple(pieces)))


def written_code(data: bytes, path: str) -> str:
    """The cells of a notebook that may be Python, as they are written, to look for words in.

    Raises:
        UnreadableDocumentError: when it is no notebook.
    """
    notebook = _notebook(_text(data, path), path)
    cells = _code_cells(notebook, path) if _is_python(notebook) else ()
    python = (each.source for each in cells if each.is_python and not is_foreign(each.source))
    return "\n\n".join(python)


def written_notebook(data: bytes, before: Document, after: Document) -> bytes:
    """A notebook in which the sources of changed cells are those of another program.

    `before` is what the notebook was read as, `after` the same with changes. The JSON is written
    anew with the indent, the line ends and the escapes of the old one: all 103 notebooks of 21
    public repositories are the same then, byte for byte (2026-11-29).

    Raises:
        UnreadableDocumentError: when it is no notebook.
    """
    text = _text(data, before.path)
    notebook = _notebook(text, before.path)
    old, new = before.sources, after.sources
    for number, cell in enumerate(_cells(notebook, before.path), start=1):
        if number in new and new[number] != old[number]:
            lines = isinstance(cell.get("source"), list)
            cell["source"] = _LINE.findall(new[number]) if lines else new[number]
    mark = codecs.BOM_UTF8 if data.startswith(codecs.BOM_UTF8) else b""
    # Half of a surrogate pair is one that JSON has as an escape.
    return mark + _as_json(notebook, text).encode("utf-8", "backslashreplace")


def _as_json(notebook: Mapping[str, Any], text: str) -> str:
    """A notebook written as a text has it."""
    indent = _INDENT.match(text)
    written = json.dumps(
        notebook, indent=None if indent is None else indent[1], ensure_ascii=text.isascii()
    )
    if "\r\n" in text:
        written = written.replace("\n", "\r\n")
    return written + text[len(text.rstrip()) :]


def _text(data: bytes, path: str) -> str:
    wide = wide_encoding(data)
    if wide is not None:
        message = f"isn't a notebook: it is {wide}, which Jupyter can't read; {AS_UTF_8}"
        raise UnreadableDocumentError(path, message)
    try:
        return data.removeprefix(codecs.BOM_UTF8).decode("utf-8")
    except UnicodeDecodeError as error:
        line = data[: error.start].count(b"\n") + 1
        message = f"isn't a notebook: line {line} is not UTF-8; {AS_UTF_8}, or {_ADVICE}"
        raise UnreadableDocumentError(path, message, line) from None


def _notebook(text: str, path: str) -> Mapping[str, Any]:
    if not text.strip():
        # Jupyter's words: it can't open such a file.
        raise UnreadableDocumentError(path, "isn't a notebook: it is empty")
    if text.count(_KIND) > _MOST_CELLS:
        message = f"has more than {_MOST_CELLS:,} cells, which is too many; split it, or exclude it"
        raise UnreadableDocumentError(path, message)
    try:
        notebook = json.loads(text)
    except json.JSONDecodeError as error:
        conflict = _CONFLICT.search(text)
        if conflict is not None:
            line = text.count("\n", 0, conflict.start()) + 1
            message = f"isn't a notebook: line {line} has a merge conflict marker; resolve it"
            raise UnreadableDocumentError(path, message, line) from None
        message = f"isn't a notebook: line {error.lineno} isn't JSON ({error.msg}); {_ADVICE}"
        raise UnreadableDocumentError(path, message, error.lineno, error.colno) from None
    except (RecursionError, ValueError):
        raise UnreadableDocumentError(path, "isn't a notebook: its JSON can't be read") from None
    if not isinstance(notebook, dict):
        raise UnreadableDocumentError(path, "isn't a notebook: it holds no cells")
    return notebook


def _code_cells(notebook: Mapping[str, Any], path: str) -> Iterator[_CodeCell]:
    for number, cell in enumerate(_cells(notebook, path), start=1):
        if not isinstance(cell, dict):
            raise UnreadableDocumentError(path, f"isn't a notebook: cell {number} isn't an object")
        if cell.get("cell_type") != "code":
            continue
        lines = cell.get("source", "")
        if isinstance(lines, list) and all(isinstance(line, str) for line in lines):
            lines = "".join(lines)
        if not isinstance(lines, str):
            problem = f"the source of cell {number} isn't text"
            raise UnreadableDocumentError(path, f"isn't a notebook: {problem}")
        yield _CodeCell(number, lines, _is_python_cell(cell))


def _cells(notebook: Mapping[str, Any], path: str) -> Iterable[Any]:
    """All cells, in their order."""
    cells = notebook.get("cells")
    if not isinstance(cells, list):
        raise UnreadableDocumentError(path, "isn't a notebook: it holds no cells")
    return cells


def _is_python(notebook: Mapping[str, Any]) -> bool:
    """Whether a notebook names Python as its language, or none: kernels may have any name."""
    metadata = _table(notebook, "metadata")
    said = (
        _table(metadata, _DATABRICKS).get("language"),
        _table(metadata, "language_info").get("name"),
        _table(metadata, "kernelspec").get("language"),
    )
    return _names_python(next((item for item in said if isinstance(item, str) and item), "python"))


def _is_python_cell(cell: Mapping[str, Any]) -> bool:
    """Whether a cell runs as Python: editors may give it another language."""
    language = _table(_table(cell, "metadata"), "vscode").get("languageId")
    return not isinstance(language, str) or not language or _names_python(language)


def _names_python(language: str) -> bool:
    folded = language.lower()
    return "python" in folded or "pyspark" in folded


def _table(outer: Mapping[str, Any], key: str) -> Mapping[str, Any]:
    inner = outer.get(key)
    return inner if isinstance(inner, dict) else {}
