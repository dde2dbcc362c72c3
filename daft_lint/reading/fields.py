"""The fields of dataclasses and their like, as their `__init__` takes them."""

from __future__ import annotations

from collections.abc import Container, Iterable, Iterator, Mapping
from typing import TYPE_CHECKING

import libcst as cst

from daft_lint.reading.targets import dotted

if TYPE_CHECKING:
    from daft_lint.reading.values import ClassValue

# Bases that make fields of what any class below them annotates.
_UNDECORATED = frozenset({"BaseModel", "BaseSettings", "NamedTuple", "Struct", "TypedDict"})


def fields_of(node: cst.ClassDef) -> dict[str, bool]:
    """The fields that a class declares for its `__init__`, and whether calls have to name them."""
    calls = [one.decorator for one in node.decorators if isinstance(one.decorator, cst.Call)]
    named = any(_says(call, "kw_only") == "True" for call in calls)
    fields: dict[str, bool] = {}
    for line in node.body.body:
        for part in line.body if isinstance(line, cst.SimpleStatementLine) else ():
            if not isinstance(part, cst.AnnAssign) or not isinstance(part.target, cst.Name):
                continue
            kind = _kind(part.annotation.annotation)
            named = named or kind == "KW_ONLY"
            if kind not in {"ClassVar", "KW_ONLY"} and _says(part.value, "init") != "False":
                own = _says(part.value, "kw_only")
                fields[part.target.value] = named if own is None else own == "True"
    return fields


def hidden_fields(
    node: cst.ClassDef,
    order: Iterable[ClassValue],
    inherited: Container[str],
    members: Iterable[str],
) -> Iterator[str]:
    """Names of a class that its objects don't have as the class does: an inherited field has them.

    What a dataclass binds without an annotation is no field of it, and nothing is without the
    decorator. Models and named tuples need none.
    """
    classes = [node, *(one.node for one in order)]
    bases = {_kind(base.value) for one in classes for base in one.bases}
    declared = fields_of(node) if node.decorators or bases & _UNDECORATED else ()
    return (name for name in members if name in inherited and name not in declared)


def in_order(fields: Mapping[str, bool]) -> tuple[tuple[str, bool], ...]:
    """Fields as a call takes them: those that have to be named come last."""
    return tuple(sorted(fields.items(), key=lambda field: field[1]))


def _kind(annotation: cst.BaseExpression) -> str:
    """The last name of an annotation, without what stands in brackets."""
    plain = annotation.value if isinstance(annotation, cst.Subscript) else annotation
    return dotted(plain).rpartition(".")[2]


def _says(call: cst.BaseExpression | None, option: str) -> str | None:
    """The name that an option of a call is set to: True, False; None without it."""
    for argument in call.args if isinstance(call, cst.Call) else ():
        if argument.keyword is not None and argument.keyword.value == option:
            return dotted(argument.value)
    return None
