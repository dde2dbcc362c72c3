"""Imports are found by the text alone, however they are written."""

from __future__ import annotations

import ast

import pytest
from hypothesis import given
from hypothesis import strategies as st

from daft_lint.documents.imports import Import, imports_of

_WRITTEN = {
    "import a": [Import("a")],
    "import a.b as c, d": [Import("a.b"), Import("d")],
    "from a.b import c": [Import("a.b", ("c",))],
    "from a import b as c, d": [Import("a", ("b", "d"))],
    "from a import (  # why\n    b,  # this\n    c as d,\n)": [Import("a", ("b", "c"))],
    "from a import b, \\\n    c": [Import("a", ("b", "c"))],
    "from . import a": [Import(".", ("a",))],
    "from ..a.b import c": [Import("..a.b", ("c",))],
    "from .import a": [Import(".", ("a",))],
    "from a import *": [Import("a", ("*",))],
    "if x: import a; from b import c": [Import("a"), Import("b", ("c",))],
    "def f():\n\tfrom a import b": [Import("a", ("b",))],
    "from a \\\n    import b": [Import("a", ("b",))],
    "x = 1; import a\r\nimport b\r\n": [Import("a"), Import("b")],
    "import importer, from_here": [Import("importer"), Import("from_here")],
    "important = fromage": [],
    "yield from imports": [],
    "reimport a": [],
    "# import a": [],
    "x = 'from a import b'": [],
}


@pytest.mark.parametrize("text", _WRITTEN)
def test_an_import_is_found(text: str) -> None:
    assert list(imports_of(text)) == _WRITTEN[text]


_NAME = st.sampled_from(["a", "b1", "_c", "importer", "from_here"])
_DOTTED = st.lists(_NAME, min_size=1, max_size=3).map(".".join)


@given(st.integers(0, 3), st.lists(_NAME, max_size=2), st.lists(_NAME, min_size=1, max_size=3))
def test_what_python_imports_is_found(level: int, module: list[str], names: list[str]) -> None:
    source = "." * level + ".".join(module) or "a"
    text = ast.unparse(ast.parse(f"from {source} import {', '.join(names)}"))
    assert list(imports_of(text)) == [Import(source, tuple(names))]


@given(st.lists(_DOTTED, min_size=1, max_size=3))
def test_modules_that_python_imports_are_found(modules: list[str]) -> None:
    assert list(imports_of(f"import {', '.join(modules)}")) == [
        Import(module) for module in modules
    ]
