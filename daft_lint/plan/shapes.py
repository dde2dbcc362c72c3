"""The shape of an expression: which UDF calls are below which parts of it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from enum import Enum
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from daft_lint.plan.pipeline import UdfCall

# Larger expressions aren't followed: a loop may build one without end.
_MOST_PARTS = 150


class ShapeKind(Enum):
    """What a part of an expression is."""

    COLUMN = "column"
    """A column of the rows, by its name."""
    CONSTANT = "constant"
    """A value that holds no expression."""
    ASSUMED = "assumed constant"
    """A value that isn't known, and is taken to hold no expression."""
    CALL = "call"
    """A UDF call; its parts are the arguments."""
    NODE = "node"
    """An operator or a function that Daft evaluates as it is written."""
    FADING = "fading"
    """An operator that Daft leaves out when it changes nothing: a cast, a product with 1."""
    NAMED = "named"
    """A part that gets a name."""
    LOOSE = "loose"
    """Something made of its parts, in which order and how often can't be told."""
    UNCLEAR = "unclear"
    """Nothing can be told, not even which columns it reads."""


@dataclass(frozen=True, slots=True)
class Shape:
    """A part of an expression, with its own parts in the order in which Daft visits them.

    `label` tells apart what differs in no other way: the operator, the column, the constant.
    """

    kind: ShapeKind
    parts: tuple[Shape, ...] = ()
    label: str | None = None
    call: UdfCall | None = None
    size: int = field(default=1, compare=False)

    @property
    def every(self) -> Iterator[Shape]:
        """This part and all below it, in the order in which Daft visits them."""
        yield self
        for part in self.parts:
            yield from part.every

    @property
    def has_calls(self) -> bool:
        """Whether a UDF is called in it."""
        return any(part.kind is ShapeKind.CALL for part in self.every)

    @property
    def unnamed(self) -> Shape:
        """The same without the names that it gets itself."""
        shape = self
        while shape.kind is ShapeKind.NAMED:
            (shape,) = shape.parts
        return shape


UNCLEAR = Shape(ShapeKind.UNCLEAR)


def built(
    kind: ShapeKind,
    parts: tuple[Shape, ...],
    label: str | None = None,
    call: UdfCall | None = None,
) -> Shape:
    """Something made of parts; one of too many is unclear."""
    size = 1 + sum(part.size for part in parts)
    return UNCLEAR if size > _MOST_PARTS else Shape(kind, parts, label, call, size)


def node(label: str, *parts: Shape) -> Shape:
    """An operator or function on its parts."""
    return built(ShapeKind.NODE, parts, label)


def named(shape: Shape, name: str | None) -> Shape:
    """An expression that gets a name."""
    return built(ShapeKind.NAMED, (shape,), name)


def column(name: str) -> Shape:
    """A column of the rows."""
    return Shape(ShapeKind.COLUMN, label=name)
