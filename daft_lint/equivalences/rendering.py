"""The text of a Daft expression, made from a row of the table."""

from __future__ import annotations

import ast
import re
from collections.abc import Mapping

from daft_lint.equivalences.table import Equivalence
from daft_lint.records import dataclass

_PLACE = re.compile(r"\{(\w)(?::([^}]+))?\}")


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


def render(row: Equivalence, columns: Mapping[str, Code], dtype: str) -> Code:
    """The Daft expression of a row, as a type that it was proven for."""

    def put(place: re.Match[str]) -> str:
        column, wanted = columns[place[1]], place[2]
        return (column.cast(wanted) if wanted else column).operand

    return Code(_PLACE.sub(put, row.expression), row.natural).cast(dtype)


def type_code(dtype: str) -> str:
    """`int64` as `daft.DataType.int64()`."""
    return f"daft.DataType.{dtype}()"


def _is_primary(text: str) -> bool:
    """Whether `.x` behind a text is about all of it: so for `a.b`, but not for `a + b`."""
    try:
        attribute = ast.parse(f"{text}.x", mode="eval").body
        whole = ast.parse(text, mode="eval").body
    except SyntaxError:
        return False
    return isinstance(attribute, ast.Attribute) and ast.dump(attribute.value) == ast.dump(whole)
