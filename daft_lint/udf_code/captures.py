"""Captures: what is pickled together with a UDF."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from math import prod
from typing import TYPE_CHECKING

import libcst as cst

from daft_lint.plan.quantity import Quantity
from daft_lint.plan.span import Span
from daft_lint.udf_code.known_calls import Built, built_by, is_unpicklable
from daft_lint.values.values import Items, Number

if TYPE_CHECKING:
    from daft_lint.udf_code.definitions import UdfDefinition, UdfFunction
    from daft_lint.udf_code.names import Names

# A few MB when pickled.
_MANY = 1_000_000
_ARRAYS = frozenset(
    {
        "numpy.empty",
        "numpy.full",
        "numpy.ones",
        "numpy.random.rand",
        "numpy.random.randn",
        "numpy.random.random",
        "numpy.zeros",
        "torch.empty",
        "torch.ones",
        "torch.rand",
        "torch.randn",
        "torch.zeros",
    }
)
_CONTAINERS = frozenset({"builtins.list", "builtins.set", "builtins.sorted", "builtins.tuple"})
# Functions whose arguments are the sizes of the axes, not one shape.
_AXES = frozenset({"numpy.random.rand", "numpy.random.randn"})


@dataclass(frozen=True, slots=True, eq=False)
class Captured:
    """An outer object that a UDF uses, pickled with its code.

    `use` is where it is read first, `made` the expression it comes from. `made_by` is the qualified
    name of what makes it, if that is a well-known one; `elements` are how many it holds at least.
    """

    name: str
    use: Span
    made: Span
    made_by: str | None = None
    unpicklable: bool = False
    elements: Quantity | None = None


def captured_by(definition: UdfDefinition) -> Iterator[Captured]:
    """The outer objects that are pickled with a UDF and are large, or can't be pickled.

    A decorated function or class isn't what its name stands for in its module any more, so it is
    pickled with its code and the globals that this code reads, even if the module can be imported.
    A function of a module that is given to `daft.func(...)` is pickled by its name.
    """
    seen: set[str] = set()
    for function in (*definition.functions, *definition.others):
        names = function.names
        for name in names.free(function.node.body):
            if name.value in seen:
                continue
            seen.add(name.value)
            home = names.home(name.value)
            if home is None or (definition.functional and isinstance(home, cst.Module)):
                continue
            made = names.assigned(name.value)
            if made is not None:
                yield from _judged(name, made, function)


def _judged(name: cst.Name, made: cst.BaseExpression, function: UdfFunction) -> Iterator[Captured]:
    names = function.names
    use, place = names.span(name), names.span(made)
    for call in _calls_in_chain(made):
        made_by = names.qualified(call.func)
        if made_by is None:
            continue
        if is_unpicklable(made_by) and call is made:
            yield Captured(name.value, use, place, made_by, unpicklable=True)
            return
        if built_by(made_by) is Built.MODEL:
            yield Captured(name.value, use, place, made_by)
            return
    elements = _elements(name, made, names)
    if elements is not None and elements.low >= _MANY:
        yield Captured(name.value, use, place, elements=elements)


def _calls_in_chain(made: cst.BaseExpression) -> Iterator[cst.Call]:
    """A call, and those before it in its chain: `load(x).to(device)` has two."""
    node = made
    while isinstance(node, cst.Call):
        yield node
        if not isinstance(node.func, cst.Attribute):
            return
        node = node.func.value


def _elements(name: cst.Name, made: cst.BaseExpression, names: Names) -> Quantity | None:
    """How many elements an object holds, None where that can't be told."""
    if isinstance(made, cst.Call):
        called = names.qualified(made.func)
        if called in _ARRAYS:
            return _size(called, made, names)
        if called not in _CONTAINERS:
            # A range, say, is pickled as its two ends.
            return None
    value = names.value(name)
    return value.length if isinstance(value, Items) else None


def _size(called: str, made: cst.Call, names: Names) -> Quantity | None:
    """The elements of an array, from the sizes of its axes."""
    axes = [arg.value for arg in made.args if arg.keyword is None and not arg.star]
    if called not in _AXES:
        axes = axes[:1]
        if axes and isinstance(axes[0], cst.Tuple | cst.List):
            axes = [element.value for element in axes[0].elements]
    sizes = [names.value(axis) for axis in axes]
    known = [size.quantity for size in sizes if isinstance(size, Number)]
    if not known or len(known) < len(sizes):
        return None
    origins = tuple(origin for quantity in known for origin in quantity.origins)
    return Quantity(
        prod(quantity.low for quantity in known), prod(quantity.high for quantity in known), origins
    )
