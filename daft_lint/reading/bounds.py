"""Between which numbers pydantic lets a field be: `Field(ge=1, le=64)`, `conint(gt=0)`."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

import libcst as cst

from daft_lint.plan.quantity import exactly
from daft_lint.reading import numbers
from daft_lint.reading.targets import dotted
from daft_lint.reading.values import ClassValue, Number, Signed, Value
from daft_lint.reading.walking import walk_for

# What pydantic itself checks, and by which names.
_CHECKING = frozenset({"Field", "confloat", "conint"})
_BOUNDS: Mapping[str, cst.BaseCompOp] = {
    "ge": cst.GreaterThanEqual(),
    "gt": cst.GreaterThan(),
    "le": cst.LessThanEqual(),
    "lt": cst.LessThan(),
}
Bound = tuple[cst.BaseCompOp, float]


def is_out_of_bounds(classes: Sequence[ClassValue], given: Mapping[str, Value]) -> bool:
    """Whether a model surely refuses one of the values that its fields are given.

    `classes` are the model and its bases, as Python looks names up in them.
    """
    bounds: dict[str, list[Bound]] = {}
    for one in reversed(classes):
        bounds.update(_bounds_of(one.node))
    return any(
        numbers.compared(symbol, value.quantity, exactly(number)) is False
        for name, value in given.items()
        if isinstance(value, Number | Signed)
        for symbol, number in bounds.get(name, ())
    )


def _bounds_of(node: cst.ClassDef) -> Iterator[tuple[str, list[Bound]]]:
    """The bounds of the fields that a class declares itself, as far as they are written there."""
    for line in node.body.body:
        for part in line.body if isinstance(line, cst.SimpleStatementLine) else ():
            if isinstance(part, cst.AnnAssign):
                yield dotted(part.target), [*_bounds_in(part)]


def _bounds_in(field: cst.AnnAssign) -> Iterator[Bound]:
    for call in walk_for(cst.Call, field):
        if dotted(call.func).rpartition(".")[2] not in _CHECKING:
            continue
        for argument in call.args:
            symbol = _BOUNDS.get(argument.keyword.value) if argument.keyword else None
            if symbol is not None and isinstance(argument.value, cst.Integer | cst.Float):
                yield symbol, float(argument.value.evaluated_value)
