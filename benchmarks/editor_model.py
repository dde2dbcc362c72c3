"""Texts as an editor has them: lines of UTF-16 units, by the words of the protocol alone."""

from __future__ import annotations

import json
from dataclasses import dataclass, field
from typing import Any

Json = dict[str, Any]


@dataclass(frozen=True, slots=True)
class Text:
    """A text. Its lines end with a line feed, a carriage return, or both."""

    text: str

    def lines(self) -> list[str]:
        """The lines with their ends; the last has none."""
        found, line = [], []
        for place, character in enumerate(self.text):
            line.append(character)
            if character == "\n" or (
                character == "\r" and self.text[place + 1 : place + 2] != "\n"
            ):
                found.append("".join(line))
                line = []
        return [*found, "".join(line)]

    def on_disk(self) -> str:
        """What is written when it is saved."""
        return self.text

    def offset(self, position: Json) -> int:
        """The characters before a position.

        Behind a line means its end, behind the text the end of that, a half of a character its
        start.
        """
        lines = self.lines()
        if position["line"] >= len(lines):
            return len(self.text)
        before = sum(len(line) for line in lines[: position["line"]])
        left = position["character"]
        for character in lines[position["line"]].rstrip("\r\n"):
            left -= units(character)
            if left < 0:
                break
            before += 1
        return before


@dataclass(eq=False, slots=True)
class Cell:
    """A cell of a notebook."""

    name: str
    is_code: bool
    text: Text
    version: int = 1


@dataclass(slots=True)
class Notebook:
    """A notebook of Jupyter."""

    cells: list[Cell] = field(default_factory=list)

    def on_disk(self) -> str:
        """What is written when it is saved."""
        cells = [
            {
                "cell_type": "code" if cell.is_code else "markdown",
                "metadata": {},
                "source": cell.text.text,
                **({"outputs": [], "execution_count": None} if cell.is_code else {}),
            }
            for cell in self.cells
        ]
        language = {"language_info": {"name": "python"}}
        return json.dumps(
            {"cells": cells, "metadata": language, "nbformat": 4, "nbformat_minor": 5}
        )

    @classmethod
    def from_disk(cls, text: str) -> Notebook:
        """The notebook that was saved so."""
        cells = json.loads(text)["cells"]
        return cls(
            [
                Cell(f"{number}", cell["cell_type"] == "code", Text(cell["source"]))
                for number, cell in enumerate(cells)
            ]
        )


def units(text: str) -> int:
    """The UTF-16 units of a text."""
    return sum(2 if ord(character) > 0xFFFF else 1 for character in text)


def changed(text: Text, changes: list[Json]) -> Text:
    """A text after changes, made one after the other. A stretch counts from its earlier end."""
    for change in changes:
        if "range" not in change:
            text = Text(change["text"])
            continue
        start, end = sorted(text.offset(change["range"][name]) for name in ("start", "end"))
        text = Text(text.text[:start] + change["text"] + text.text[end:])
    return text


def position_of(text: Text, line: int, column: int) -> tuple[int, int]:
    """Where the server is to show a place, in characters from 1, of such a text."""
    lines = text.lines()
    return line - 1, units(lines[line - 1].rstrip("\r\n")[: column - 1])
