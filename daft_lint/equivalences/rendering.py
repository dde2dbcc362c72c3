"""The text of a Daft expression, made from a row of the table."""

from __future__ import annotations

import ast
import re
from collections.abc import Mapping
from dataclasses import dataclass

from daft_lint.equivalences.equivalence import Equivalence

_PLACE = re.compile(r"\{\{|\}\}|\{(\w)(?::([^}]+))?\}")
_ANCHORED = {"regex": ("", ""), "prefix": ("^", ""), "suffix": ("", "$")}


@dataclass(frozen=True, slots=True)
class Code:
    """The text of an expression, and its Daft type; the empty text when that isn't known."""

    text: str
    dtype: str = ""

    @property
    def operand(self) -> str:
        """The text as it may stand before a method call or an operator."""
        return self.text if _is_primary(self.text) else f"({self.text})"

    def cast(self, dtype: str) -> Code:
        """The expression as that type."""
        if self.dtype == dtype:
            return self
        return Code(f"{self.operand}.cast({type_code(dtype)})", dtype)


@dataclass(frozen=True, slots=True)
class Written:
    """A literal as it is written, and its value."""

    text: str
    value: object


def render(
    row: Equivalence, columns: Mapping[str, Code], constants: Mapping[str, Written], dtype: str
) -> Code:
    """The Daft expression of a row, as a type that it was proven for."""
    if row.expression == "{x}":
        return columns["x"].cast(dtype)

    def put(place: re.Match[str]) -> str:
        name, how = place[1], place[2]
        if name is None:
            return place[0][0]
        if name in columns:
            column = columns[name]
            return (column.cast(how) if how else column).operand
        if how:
            before, after = _ANCHORED[how]
            return _regex(f"{before}{escaped(str(constants[name].value))}{after}")
        return constants[name].text

    return Code(_PLACE.sub(put, row.expression), row.natural).cast(dtype)


def type_code(dtype: str) -> str:
    """`list[int64]` as `daft.DataType.list(daft.DataType.int64())`."""
    outer, _, inner = dtype.removesuffix("]").partition("[")
    if outer == "duration":
        return f'daft.DataType.duration("{inner}")'
    return f"daft.DataType.{outer}({type_code(inner) if inner else ''})"


def escaped(text: str) -> str:
    """A regular expression that matches a text alone, for Daft's engine."""
    return re.sub(r"([\\.+*?()|\[\]{}^$#&~-])", r"\\\1", text)


def _regex(pattern: str) -> str:
    """A regular expression as a literal, raw where it has backslashes."""
    if "\\" in pattern and '"' not in pattern and pattern.isprintable() and pattern[-1] != "\\":
        return f'r"{pattern}"'
    return repr(pattern)


def _is_primary(text: str) -> bool:
    """Whether a text followed by `.x` is an attribute of all of it."""
    try:
        attribute = ast.parse(f"{text}.x", mode="eval").body
        whole = ast.parse(text, mode="eval").body
    except SyntaxError:
        return False
    return isinstance(attribute, ast.Attribute) and ast.dump(attribute.value) == ast.dump(whole)
