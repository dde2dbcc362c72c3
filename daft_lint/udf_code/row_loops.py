"""Row loops: conversions of a whole batch that are done again for each of its rows."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from typing import TYPE_CHECKING

from daft_lint.index.traversal import NESTED, TRIES, children
from daft_lint.records import dataclass, replace
from daft_lint.udf_code.dependence import reads

if TYPE_CHECKING:
    from daft_lint.udf_code.definitions import UdfFunction

_TO_LIST = frozenset({"to_pylist", "tolist"})
_COMPREHENSIONS = (ast.ListComp, ast.SetComp, ast.DictComp, ast.GeneratorExp)
# Statements that hold others.
_COMPOUND = (ast.If, ast.While, ast.With, ast.AsyncWith, ast.Match, *TRIES)
Loop = ast.For | ast.AsyncFor | ast.ListComp | ast.SetComp | ast.DictComp | ast.GeneratorExp


@dataclass(frozen=True, slots=True, eq=False)
class Conversion:
    """A list of a whole batch that each turn of a loop makes anew, in `nodes`.

    `parameter` is the batch, `statement` the one with lines of its own that the loop stands in.
    `items_only` says that nothing but single items of the list is used.
    """

    parameter: str
    nodes: tuple[ast.Call, ...]
    loop: Loop
    statement: ast.stmt | None
    items_only: bool


@dataclass(frozen=True, slots=True, eq=False)
class _Place:
    """A node, what it stands in, and the loop over rows and the statement around it."""

    node: ast.AST
    parent: ast.AST | None = None
    loop: Loop | None = None
    statement: ast.stmt | None = None

    def below(self, child: ast.AST, loop: Loop | None) -> _Place:
        return _Place(child, self.node, loop, self.statement)


def conversions_in_loops(function: UdfFunction) -> Iterator[Conversion]:
    """What the loops over the rows of a batch UDF convert, the same each time."""
    groups: dict[tuple[str, Loop, str], list[_Place]] = {}
    statements = (each for each in function.node.body if type(each) not in NESTED)
    waiting = [*reversed([_Place(each) for each in statements])]
    while waiting:
        place = waiting.pop()
        parameter = _converted(place.node, function) if place.loop is not None else None
        if parameter is not None and place.loop and isinstance(place.node, ast.Call):
            key = (parameter, place.loop, function.names.code(place.node))
            groups.setdefault(key, []).append(place)
            continue
        waiting += reversed(list(_below(place, function)))
    for (parameter, loop, _), places in groups.items():
        nodes = tuple(
            each_place.node for each_place in places if isinstance(each_place.node, ast.Call)
        )
        items_only = all(_is_item_of(each_place) for each_place in places)
        yield Conversion(parameter, nodes, loop, places[0].statement, items_only)


def _below(place: _Place, function: UdfFunction) -> Iterator[_Place]:
    """The nodes right below one, each with what it stands in."""
    node = place.node
    if place.loop is None and isinstance(node, ast.stmt) and _takes_a_line_above(node, function):
        place = replace(place, statement=node)
    once, loop = None, place.loop
    if place.loop is None and isinstance(node, Loop):
        once = node.generators[0].iter if isinstance(node, _COMPREHENSIONS) else node.iter
        loop = node if reads((once,), function.parameters) else None
    for child in children(node):
        if once is not None and isinstance(node, _COMPREHENSIONS) and child is node.generators[0]:
            yield place.below(once, place.loop)
            for condition in node.generators[0].ifs:
                yield place.below(condition, loop)
        elif type(child) not in NESTED:
            yield place.below(child, place.loop if child is once else loop)


def _takes_a_line_above(statement: ast.stmt, function: UdfFunction) -> bool:
    """Whether a line may be put above a statement: it begins one, behind spaces alone."""
    if isinstance(statement, _COMPOUND):
        return False
    line, column = function.names.span(statement).start
    above = function.names.text((line - 1, 1), (line, 1))
    indentation = function.names.text((line, 1), (line, column))
    return not indentation.strip(" ") and not above.rstrip("\r\n").endswith("\\")


def _is_item_of(place: _Place) -> bool:
    """Whether all that is done with a list is to take one item of it."""
    parent = place.parent
    if not isinstance(parent, ast.Subscript) or parent.value is not place.node:
        return False
    parts = parent.slice.elts if isinstance(parent.slice, ast.Tuple) else [parent.slice]
    return not any(isinstance(part, ast.Slice) for part in parts)


def _converted(node: ast.AST, function: UdfFunction) -> str | None:
    """The parameter that a node makes a list of: `a.to_pylist()`, `a.to_arrow().to_pylist()`."""
    method = _bare_method(node)
    if method is None or method.attr not in _TO_LIST:
        return None
    while (before := _bare_method(method.value)) is not None:
        method = before
    owner = method.value
    if not isinstance(owner, ast.Name) or owner.id not in function.parameters:
        return None
    return owner.id if function.names.is_parameter(owner) else None


def _bare_method(node: ast.AST) -> ast.Attribute | None:
    """The method that a node calls without arguments."""
    if not isinstance(node, ast.Call) or node.args or node.keywords:
        return None
    return node.func if isinstance(node.func, ast.Attribute) else None
