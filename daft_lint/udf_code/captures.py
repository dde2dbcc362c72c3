"""Captures: what is pickled together with a UDF."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from math import prod
from typing import TYPE_CHECKING

from daft_lint.index.code import Expression
from daft_lint.plan.quantity import Quantity
from daft_lint.plan.span import Span
from daft_lint.records import dataclass, replace
from daft_lint.udf_code.known_calls import Built, built_by, is_unpicklable
from daft_lint.values.values import Items, Number, UdfForm

if TYPE_CHECKING:
    from daft_lint.udf_code.definitions import UdfDefinition
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
    """An outer object that a UDF uses, pickled with its code, or with the arguments it is given.

    `use` is where it is read first, `made` the expression it comes from. `made_by` is the qualified
    name of what makes it, if that is a well-known one; `elements` are how many it holds at least.
    It is `given` as an argument: of the call, or of the class that is made.
    """

    name: str
    use: Span
    made: Span
    made_by: str | None = None
    unpicklable: bool = False
    elements: Quantity | None = None
    given: bool = False


def captured_by(definition: UdfDefinition) -> Iterator[Captured]:
    """The outer objects that are pickled with a UDF and are large, or can't be pickled.

    A decorated function or class isn't what its name stands for in its module any more, so it is
    pickled with its code and the globals that this code reads, even if the module can be imported.
    A function of a module that is given to `daft.func(...)` is pickled by its name.
    """
    seen: set[str] = set()
    for function in (*definition.functions, *definition.others):
        names = function.names
        for name in names.free(function.node):
            if name.id in seen:
                continue
            seen.add(name.id)
            home = names.home(name.id)
            if home is None or (definition.functional and home.kind == "module"):
                continue
            made = names.assigned(name.id)
            place = None if made is None else names.written(made[0])
            if made is not None and place is not None:
                yield from _judged(name.id, names.span(name), *made, place, names)


def given_to(definition: UdfDefinition, used: Collection[Span]) -> Iterator[Captured]:
    """The large objects that the file gives to a UDF as arguments, pickled with it.

    `used` are the calls of it in plans; of a class, arguments of what makes an object count.
    """
    names, of_class = definition.names, definition.form is UdfForm.CLS
    named = {span.start for span in names.uses(definition.name)} if used else set()
    seen: set[str] = set()
    for call, span in names.calls(definition.name) if named else ():
        if span.start not in named or not (of_class or span in used):
            continue
        for argument in (*call.arguments, *(value for _, value in call.keywords)):
            made = names.made(argument, call.scope)
            place = None if made is None else names.written(made[0])
            if made is None or place is None:
                continue
            use = names.within(span, argument)
            for each in _judged(argument[1], use, *made, place, names):
                if not each.unpicklable and each.name not in seen:
                    seen.add(each.name)
                    yield replace(each, given=True)


def _judged(
    name: str, use: Span, made: Expression, scope: int, place: Span, names: Names
) -> Iterator[Captured]:
    for call in _calls_in_chain(made, names):
        made_by = names.named(names.call(call).function, scope)
        if made_by is None:
            continue
        if is_unpicklable(made_by) and call is made:
            yield Captured(name, use, place, made_by, unpicklable=True)
            return
        if built_by(made_by) is Built.MODEL:
            yield Captured(name, use, place, made_by)
            return
    elements = _elements(made, scope, names)
    if elements is not None and elements.low >= _MANY:
        yield Captured(name, use, place, elements=elements)


def _calls_in_chain(made: Expression, names: Names) -> Iterator[Expression]:
    """A call, and those before it in its chain: `load(x).to(device)` has two."""
    while made[0] == "call":
        yield made
        function = names.call(made).function
        if function[0] != "attribute":
            return
        made = function[1]


def _elements(made: Expression, scope: int, names: Names) -> Quantity | None:
    """How many elements an object holds, None where unknown."""
    if made[0] == "call":
        call = names.call(made)
        called = names.named(call.function, scope)
        if called in _ARRAYS:
            return _size(called, call.arguments, scope, names)
        if called not in _CONTAINERS:
            # A range, say, is pickled as its two ends.
            return None
    value = names.of(made, scope)
    return value.length if isinstance(value, Items) else None


def _size(called: str, axes: list[Expression], scope: int, names: Names) -> Quantity | None:
    """The elements of an array, from the sizes of its axes."""
    if called not in _AXES:
        axes = axes[:1]
        if axes and axes[0][0] == "items":
            axes = axes[0][2]
    sizes = [names.of(axis, scope) for axis in axes]
    known = [size.quantity for size in sizes if isinstance(size, Number)]
    if not known or len(known) < len(sizes):
        return None
    origins = tuple(origin for quantity in known for origin in quantity.origins)
    return Quantity(
        prod(quantity.low for quantity in known), prod(quantity.high for quantity in known), origins
    )
