"""The provenance of plan nodes: which call of the program made which node."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from types import MappingProxyType

from daft_lint.live_plan.expressions import calls_in
from daft_lint.live_plan.facts import udf_calls
from daft_lint.live_plan.nodes import Node, source_mark
from daft_lint.live_plan.raw_plan import Made

_COLUMN = re.compile(r"(?<!\w)col\((?P<name>[^()]+)\)")


def makers_of(root: Node, made: Made | None) -> dict[int, Made]:
    """The call that made each node of a written plan, by the node's `id`, where known.

    A call made the nodes on top of the plans that it was called on, which are as large as they
    were then.
    """
    makers: dict[int, Made] = {}
    if made is not None:
        _assign(root, made, _sizes(root), makers)
    return makers


def makers_of_optimised(
    optimised: Node, written: Node, makers: Mapping[int, Made]
) -> dict[int, Made]:
    """The same for an optimised plan, by what its nodes have in common with written ones."""
    known: dict[str, list[Made]] = {}
    for node in written.each():
        made = makers.get(id(node))
        if made is not None:
            for mark in _marks(node):
                known.setdefault(mark, []).append(made)
    found: dict[int, Made] = {}
    apart = _computed_apart(optimised, written)
    for node in optimised.each():
        for mark in _marks(node, apart):
            if known.get(mark):
                found.setdefault(id(node), known[mark].pop(0))
    sources = [node for node in written.each() if not node.inputs]
    left = [node for node in optimised.each() if not node.inputs]
    if [source_mark(node) for node in sources] == [source_mark(node) for node in left]:
        for node, source in zip(left, sources, strict=True):
            if id(source) in makers:
                found[id(node)] = makers[id(source)]
    return found


def _assign(node: Node, made: Made, sizes: Mapping[int, int], makers: dict[int, Made]) -> None:
    waiting = [(node, made)]
    while waiting:
        node, made = waiting.pop()
        makers[id(node)] = made
        for place, below in enumerate(node.inputs):
            waiting.append((below, _maker_below(below, place, node, made, sizes)))


def _maker_below(below: Node, place: int, node: Node, made: Made, sizes: Mapping[int, int]) -> Made:
    """Who made the node below: an input of `made`, if it has its size, else `made` itself."""
    inputs = made.inputs
    if len(node.inputs) == len(inputs) > 1:
        inputs = inputs[place : place + 1]
    size = sizes[id(below)]
    return next((branch for branch in inputs if branch.nodes == size), made)


def _sizes(root: Node) -> dict[int, int]:
    sizes: dict[int, int] = {}
    for node in root.each():
        sizes[id(node)] = 1 + sum(sizes[id(below)] for below in node.inputs)
    return sizes


def _computed_apart(optimised: Node, written: Node) -> dict[str, str]:
    """What Daft computes in columns of its own making, by their names, as it was written."""
    named = {name for node in written.each() for name in node.columns or ()}
    found: dict[str, str] = {}
    for node in optimised.each():
        for call, column in udf_calls(node):
            if column is not None and node.columns is not None and column not in named:
                found[column] = _as_written(call.text, found)
    return found


def _as_written(text: str, apart: Mapping[str, str]) -> str:
    return _COLUMN.sub(lambda found: apart.get(found["name"], found[0]), text)


def _marks(node: Node, apart: Mapping[str, str] = MappingProxyType({})) -> Iterator[str]:
    """What identifies a node in any optimised plan: the UDFs that it calls, or its title."""
    optimised = [call for call, _ in udf_calls(node)]
    calls = optimised or calls_in("".join(node.expressions or ()) or node.title)
    for call in calls:
        yield call.key or _as_written(call.text, apart)
    if not calls and node.inputs and not node.title.startswith("Project:"):
        yield node.title
