"""Nodes stand where LibCST says that they do."""

from __future__ import annotations

from pathlib import Path

import libcst as cst
import pytest
from libcst.metadata import PositionProvider

from daft_lint.syntax.positions import Positions

_ROOT = Path(__file__).parents[2]
_SOURCES = sorted(_ROOT.joinpath("daft_lint", "reading").glob("*.py"))
_TEXTS = {
    "empty": "",
    "a comment": "# nothing",
    "without an end": "x = 1",
    "blank lines": "\n\n\nx = 1\n\n\n",
    "line ends of Windows": "x = (\r\n    1,\r\n)\r\n",
    "line ends of old": "x = 1\ry = 2\r",
    "a text of several lines": 'x = """a\r\nb\n  c"""; y = 2\n',
    "tabs": "if x:\n\tif y:\n\t\tz = 1\n",
    "continued lines": "x = 1 + \\\n    2\n",
    "decorated": "@a\n# why\n@b(\n    1\n)\nasync def f(x, *, y=1) -> int:\n    return x\n",
    "parentheses": "x = ((a).b( c ) )\n",
    "on one line": "class A: x: int = 1; y = 2\n",
    "a form feed": "x = 1\n\fy = 2\n",
}


class _Known(PositionProvider):
    def __init__(self, module: cst.Module) -> None:
        super().__init__()
        self._gen_impl(module)
        self.places = {
            node: (place.start.line, place.start.column, place.end.line, place.end.column)
            for node, place in self._computed.items()
        }


@pytest.mark.parametrize("text", _TEXTS.values(), ids=_TEXTS)
def test_positions_are_those_of_libcst(text: str) -> None:
    module = cst.parse_module(text)
    found, known = Positions(module).places, _Known(module).places
    # A module without a line has none to end.
    assert {**found, module: known[module]} == known


@pytest.mark.parametrize("file", _SOURCES, ids=[file.stem for file in _SOURCES])
def test_positions_in_real_code_are_those_of_libcst(file: Path) -> None:
    module = cst.parse_module(file.read_text(encoding="utf-8"))
    assert Positions(module).places == _Known(module).places
