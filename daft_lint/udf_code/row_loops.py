"""Row loops: conversions of a whole batch that are done again for each of its rows."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

import libcst as cst

from daft_lint.records import dataclass, replace
from daft_lint.syntax.traversal import NESTED, children, walk_for

if TYPE_CHECKING:
    from daft_lint.udf_code.definitions import UdfFunction

_TO_LIST = frozenset({"to_pylist", "tolist"})


@dataclass(frozen=True, slots=True, eq=False)
class Conversion:
    """A list of a whole batch that each turn of a loop makes anew, in `nodes`.

    `parameter` is the batch, `statement` the one with lines of its own that the loop stands in.
    `items_only` says that nothing but single items of the list is used.
    """

    parameter: str
    nodes: tuple[cst.Call, ...]
    loop: cst.CSTNode
    statement: cst.CSTNode | None
    items_only: bool


@dataclass(frozen=True, slots=True, eq=False)
class _Place:
    """A node, what it stands in, and the loop over rows and the statement around it."""

    node: cst.CSTNode
    parent: cst.CSTNode | None = None
    loop: cst.CSTNode | None = None
    statement: cst.CSTNode | None = None

    def below(self, child: cst.CSTNode, loop: cst.CSTNode | None) -> _Place:
        return _Place(child, self.node, loop, self.statement)


def conversions_in_loops(function: UdfFunction) -> Iterator[Conversion]:
    """What the loops over the rows of a batch UDF convert, the same each time."""
    groups: dict[tuple[str, cst.CSTNode, str], list[_Place]] = {}
    waiting = [_Place(function.node.body)]
    while waiting:
        place = waiting.pop()
        parameter = _converted(place.node, function) if place.loop is not None else None
        if parameter is not None and place.loop is not None:
            key = (parameter, place.loop, function.names.code(place.node))
            groups.setdefault(key, []).append(place)
            continue
        waiting += reversed(list(_below(place, set(function.parameters))))
    for (parameter, loop, _), places in groups.items():
        nodes = tuple(
            each_place.node for each_place in places if isinstance(each_place.node, cst.Call)
        )
        items_only = all(_is_item_of(each_place) for each_place in places)
        yield Conversion(parameter, nodes, loop, places[0].statement, items_only)


def _below(place: _Place, parameters: set[str]) -> Iterator[_Place]:
    """The nodes right below one, each with what it stands in."""
    node = place.node
    if place.loop is None and isinstance(node, cst.SimpleStatementLine | cst.For):
        place = replace(place, statement=node)
    once = _run_once(node) if place.loop is None else None
    loop = node if once is not None and _mentions(once, parameters) else place.loop
    for child in children(node):
        if type(child) in NESTED:
            continue
        if isinstance(child, cst.CompFor) and once is not None:
            yield place.below(child.iter, place.loop)
            for condition in (*child.ifs, *([child.inner_for_in] if child.inner_for_in else [])):
                yield place.below(condition, loop)
        else:
            yield place.below(child, place.loop if child is once else loop)


def _is_item_of(place: _Place) -> bool:
    """Whether all that is done with a list is to take one item of it."""
    parent = place.parent
    return (
        isinstance(parent, cst.Subscript)
        and parent.value is place.node
        and all(isinstance(node.slice, cst.Index) for node in parent.slice)
    )


def _run_once(loop: cst.CSTNode) -> cst.BaseExpression | None:
    """What a loop goes over."""
    if isinstance(loop, cst.For):
        return loop.iter
    if isinstance(loop, cst.ListComp | cst.SetComp | cst.DictComp | cst.GeneratorExp):
        return loop.for_in.iter
    return None


def _converted(node: cst.CSTNode, function: UdfFunction) -> str | None:
    """The parameter that a node makes a list of: `a.to_pylist()`, `a.to_arrow().to_pylist()`."""
    if not isinstance(node, cst.Call) or node.args or not isinstance(node.func, cst.Attribute):
        return None
    if node.func.attr.value not in _TO_LIST:
        return None
    owner = node.func.value
    while isinstance(owner, cst.Call) and isinstance(owner.func, cst.Attribute) and not owner.args:
        owner = owner.func.value
    if not isinstance(owner, cst.Name) or owner.value not in function.parameters:
        return None
    return owner.value if function.names.is_parameter(owner) else None


def _mentions(node: cst.CSTNode, wanted: set[str]) -> bool:
    return any(part.value in wanted for part in walk_for(cst.Name, node))
