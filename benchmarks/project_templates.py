"""Pieces of programs that are kept as text; `templates/values.txt` tells how to read them."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

_FOLDER = Path(__file__).parent / "templates"
_WORD = re.compile(r"(?P<before>[.'\"]?)\b(?P<word>[A-Z][A-Z0-9_]+)\b")


@dataclass(frozen=True, slots=True)
class Template:
    """Code of one module, and statements and an expression of a module that uses it.

    `kind` is the file that it stands in. No two of a kind have the same title.
    """

    kind: str
    title: str
    defined: str
    used: str
    expression: str

    @property
    def words(self) -> frozenset[str]:
        """Every word in capitals."""
        parts = (self.defined, self.used, self.expression)
        return frozenset(word for part in parts for _, word in words_in(part))


def words_in(code: str) -> dict[tuple[str, str], None]:
    """Each word in capitals once, with the dot or quote before it, in the order of the text."""
    return dict.fromkeys((match["before"], match["word"]) for match in _WORD.finditer(code))


def replaced(code: str, by: Callable[[str, str], str]) -> str:
    """The code with another text for each word in capitals.

    Args:
        code: of a template.
        by: gives the text for the dot or quote before a word, or nothing, and the word.
    """
    return _WORD.sub(lambda match: match["before"] + by(match["before"], match["word"]), code)


def _read(kind: str) -> tuple[Template, ...]:
    text = (_FOLDER / f"{kind}.txt").read_text(encoding="utf-8")
    _, *blocks = re.split(r"^== ", text, flags=re.MULTILINE)
    return tuple(_template(kind, block) for block in blocks)


def _template(kind: str, block: str) -> Template:
    title, rest = block.split("\n", 1)
    code, expression = f"\n{rest}".split("\n=> ")
    defined, _, used = code.partition("\n--\n")
    return Template(kind, title, defined.strip("\n"), used, expression.strip())


VALUES = _read("values")
UDFS = _read("udfs")
FRAMES = _read("frames")
REFERENCES = _read("references")
