"""An editor in which somebody does random things, and that knows its texts by its own model."""

from __future__ import annotations

import ast
import random
import re
from collections import Counter
from collections.abc import Callable, Iterator
from pathlib import Path

from editor_model import Cell, Json, Notebook, Text, changed
from editor_server import Server
from editor_typing import JOB, LINES, SIZES, at, odd_place, typed

BOOK = "book.ipynb"
"""The one notebook of the project."""

_HOVER, _ACTION = "textDocument/hover", "textDocument/codeAction"


class Editor:
    """Holds the files of a folder and changes them in a server's sight.

    `files` are the texts that are open, by name, `versions` those that the server can know of.
    `book` is the notebook if it is open. `done` counts the changes of each kind.
    """

    def __init__(self, server: Server, folder: Path, chance: random.Random) -> None:
        self.files: dict[str, Text] = {}
        self.versions: dict[str, int] = {}
        self.book: Notebook | None = None
        self.done: Counter[str] = Counter()
        self._server = server
        self._folder = folder
        self._chance = chance
        self._sent = 1
        self._made = 0
        self._undo: Callable[[], None] | None = None
        self._actions: list[Json] = []
        for name in self._names():
            self._open(name)

    def uri(self, name: str) -> str:
        """What the editor calls a file."""
        return (self._folder / name).as_uri()

    def cell_uri(self, cell: Cell) -> str:
        """What the editor calls a cell of the notebook."""
        return f"vscode-notebook-cell:{self._folder / BOOK}#{cell.name}"

    def cells(self) -> list[Cell]:
        """The cells of the notebook if it is open."""
        return [] if self.book is None else self.book.cells

    def texts(self) -> Iterator[tuple[str, str]]:
        """Each file, and what it would hold if all were saved."""
        for name in self._names():
            yield name, self._text(name)

    def do_something(self) -> None:
        """Take the last change back, or change a text, or do something else."""
        undo, self._undo = self._undo, None
        if undo is not None and self._chance.random() < 0.7:
            undo()
            return
        doings = {
            self._type: 40,
            self._type_in_cell: 12,
            self._rearrange: 6,
            self._ask: 20,
            self._open_or_close: 4,
            self._save_some: 2,
            self._change_on_disk: 1,
        }
        self._chance.choices(tuple(doings), tuple(doings.values()))[0]()

    def save_what_imports_anew(self) -> None:
        """Save texts that import another thing than on disk, or that are no Python any more.

        Which file is part of which program the server tells by what is saved.
        """
        for name, text in self.files.items():
            if _imports(text.text) != _imports(self._on_disk(name)):
                self._save(name)
                self.done["saved to be compared"] += 1

    def _names(self) -> list[str]:
        return sorted(
            path.name for path in self._folder.iterdir() if path.suffix in (".py", ".ipynb")
        )

    def _text(self, name: str) -> str:
        if name in self.files:
            return self.files[name].text
        if name == BOOK and self.book is not None:
            return self.book.on_disk()
        return self._on_disk(name)

    def _on_disk(self, name: str) -> str:
        return (self._folder / name).read_bytes().decode()

    def _next_version(self) -> int:
        self._sent += 1
        return self._sent

    def _type(self) -> None:
        """Change a stretch of a file, or all of it, once or several times."""
        if self.files:
            name = self._chance.choice(sorted(self.files))
            before = self.files[name]
            self._change(name, typed(before, self._chance))
            self._undo = lambda: self._change(name, [{"text": before.text}])

    def _change(self, name: str, changes: list[Json]) -> None:
        self.files[name] = changed(self.files[name], changes)
        version = self.versions[name] = self._next_version()
        self._tell_change(name, version, changes)
        self.done["change of a file"] += 1

    def _tell_change(self, name: str, version: int, changes: object) -> None:
        document = {"uri": self.uri(name), "version": version}
        params = {"textDocument": document, "contentChanges": changes}
        self._server.tell("textDocument/didChange", params)

    def _type_in_cell(self) -> None:
        if self.cells():
            cell = self._chance.choice(self.cells())
            before = cell.text
            self._change_cell(cell, typed(before, self._chance))
            self._undo = lambda: self._change_cell(cell, [{"text": before.text}])

    def _change_cell(self, cell: Cell, changes: list[Json]) -> None:
        cell.text = changed(cell.text, changes)
        cell.version += 1
        document = {"uri": self.cell_uri(cell), "version": cell.version}
        self._tell_book({"textContent": [{"document": document, "changes": changes}]})
        self.done["change of a cell"] += 1

    def _rearrange(self) -> None:
        """Put cells in, take them out, swap two of them, or make one another kind."""
        if self.book is None:
            return
        chance, cells = self._chance, self.book.cells
        start = chance.randint(0, len(cells))
        taken = cells[start : start + chance.choice((0, 0, 1, 2))]
        if taken and chance.random() < 0.2:
            cell = taken[0]
            cell.is_code = not cell.is_code
            array = {"start": start, "deleteCount": 1, "cells": [self._cell_entry(cell)]}
            # Its text is in another language then, so that an editor opens it anew.
            gone, opened = [{"uri": self.cell_uri(cell)}], [self._cell_text(cell)]
            self._tell_book({"structure": {"array": array, "didOpen": opened, "didClose": gone}})
        else:
            swaps = chance.random() < 0.3
            new = [] if swaps else [self._new_cell() for _ in range(chance.randint(0, 2))]
            put = taken[::-1] if swaps else new
            cells[start : start + len(taken)] = put
            reported = [self._cell_entry(each_cell) for each_cell in put]
            gone = [] if swaps else [{"uri": self.cell_uri(each_cell)} for each_cell in taken]
            array = {"start": start, "deleteCount": len(taken), "cells": reported}
            opened = [self._cell_text(each_cell) for each_cell in new]
            self._tell_book({"structure": {"array": array, "didOpen": opened, "didClose": gone}})
        self.done["change of the cells"] += 1

    def _tell_book(self, cells: Json) -> None:
        document = {"uri": self.uri(BOOK), "version": self._next_version()}
        params = {"notebookDocument": document, "change": {"cells": cells}}
        self._server.tell("notebookDocument/didChange", params)

    def _new_cell(self) -> Cell:
        self._made += 1
        text = self._chance.choice((*LINES, JOB, "", "%%bash\nls\n", "# 🦆"))
        return Cell(f"new-{self._made}", self._chance.random() < 0.8, Text(text))

    def _cell_entry(self, cell: Cell) -> Json:
        return {"kind": 2 if cell.is_code else 1, "document": self.cell_uri(cell)}

    def _cell_text(self, cell: Cell) -> Json:
        named = {"uri": self.cell_uri(cell), "version": cell.version, "text": cell.text.text}
        return {**named, "languageId": "python" if cell.is_code else "markdown"}

    def _open_or_close(self) -> None:
        name = self._chance.choice(self._names())
        is_open = name in self.files or (name == BOOK and self.book is not None)
        if is_open:
            self._close(name)
        else:
            self._open(name)
        self.done["closed" if is_open else "opened"] += 1

    def _open(self, name: str) -> None:
        text, version = self._on_disk(name), self._next_version()
        document = {"uri": self.uri(name), "version": version}
        if name == BOOK:
            self.book = Notebook.from_disk(text)
            cells = [self._cell_entry(cell) for cell in self.book.cells]
            notebook = {**document, "notebookType": "jupyter-notebook", "cells": cells}
            texts = [self._cell_text(cell) for cell in self.book.cells]
            params = {"notebookDocument": notebook, "cellTextDocuments": texts}
            self._server.tell("notebookDocument/didOpen", params)
        else:
            self.files[name], self.versions[name] = Text(text), version
            item = {**document, "languageId": "python", "text": text}
            self._server.tell("textDocument/didOpen", {"textDocument": item})

    def _close(self, name: str) -> None:
        document = {"uri": self.uri(name)}
        if name == BOOK:
            cells = [{"uri": self.cell_uri(cell)} for cell in self.cells()]
            self.book = None
            params = {"notebookDocument": document, "cellTextDocuments": cells}
            self._server.tell("notebookDocument/didClose", params)
        else:
            del self.files[name], self.versions[name]
            self._server.tell("textDocument/didClose", {"textDocument": document})
        self._undo = None

    def _save_some(self) -> None:
        opened = [*sorted(self.files), *([BOOK] if self.book is not None else [])]
        if opened:
            self._save(self._chance.choice(opened))
            self.done["saved"] += 1

    def _save(self, name: str) -> None:
        (self._folder / name).write_bytes(self._text(name).encode())
        kind = "notebookDocument" if name == BOOK else "textDocument"
        self._server.tell(f"{kind}/didSave", {kind: {"uri": self.uri(name)}})

    def _change_on_disk(self) -> None:
        """Let somebody else write a file that isn't open, and tell of it."""
        closed = [text for text in self._names() if text not in self.files and text != BOOK]
        if closed:
            name = self._chance.choice(closed)
            (self._folder / name).write_text(self._chance.choice((JOB, SIZES, "import daft\n")))
            event = {"uri": self.uri(name), "type": 2}
            self._server.tell("workspace/didChangeWatchedFiles", {"changes": [event]})
            self.done["change on disk"] += 1

    def _ask(self) -> None:
        """Ask what is at a place, what can be done there, or what an action would do."""
        chance = self._chance
        texts = {self.uri(name): text for name, text in self.files.items()}
        texts |= {self.cell_uri(cell): cell.text for cell in self.cells()}
        if self._actions and chance.random() < 0.3:
            self._server.ask("codeAction/resolve", self._actions.pop())
        elif texts:
            uri = chance.choice(sorted(texts))
            start, end = (at(odd_place(texts[uri], chance)) for _ in range(2))
            document = {"uri": chance.choice((uri, uri, uri, "file:///closed.py"))}
            if chance.random() < 0.5:
                self._server.ask(_HOVER, {"textDocument": document, "position": start})
                return
            shown = self._server.published.get(uri, (None, []))[1]
            wanted = chance.choice(({}, {}, {"only": ["source.fixAll"]}))
            params = {"textDocument": document, "range": {"start": start, "end": end}}
            params["context"] = {"diagnostics": shown[:5], **wanted}
            self._server.ask(_ACTION, params, then=self._keep)

    def _keep(self, actions: list[Json] | None) -> None:
        self._actions += (actions or [])[:2]


def _imports(text: str) -> object:
    """What differs where a text imports something else."""
    try:
        ast.parse(text)
    except (SyntaxError, ValueError):
        is_program = False
    else:
        is_program = True
    return is_program, "daft" in text, re.findall(r".*\bimport\b.*", text)
