"""From the trees that Daft prints to nodes."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Any

from daft_lint.live_plan import expressions
from daft_lint.live_plan.told import PlanText

_NODE = re.compile(r"(?P<depth>(?:\| )*)\* (?P<text>.*)")
_DETAIL = re.compile(r"(?P<depth>(?:\| )*)\|   (?P<text>.*)")
_WRAPPED = "  "
_UDF = re.compile(r"(?:Builtin )?UDF:? (?P<name>\S+?):?$")
_OLD_UDF = re.compile(r"UDF (?P<name>\S+) = (?P<expression>.*)")


@dataclass(frozen=True, slots=True)
class Node:
    """A step of a plan, as Daft prints it, above what it reads.

    `title` is its first line, `details` are the other ones. `kind` is Daft's word for it, and
    `expressions` are those of a projection, each on its own, where Daft tells; None where not.
    `columns` are the names of what it gives. None: this version doesn't say.
    """

    title: str
    details: tuple[str, ...] = ()
    inputs: tuple[Node, ...] = ()
    kind: str | None = None
    expressions: tuple[str, ...] | None = None
    columns: tuple[str, ...] | None = None

    def each(self) -> Iterator[Node]:
        """All nodes, inputs first: the order in which a program builds them."""
        found: list[Node] = []
        waiting = [self]
        while waiting:
            one = waiting.pop()
            found.append(one)
            waiting += one.inputs
        return reversed(found)

    def detail(self, name: str) -> str | None:
        """What stands behind `name = ` or `name: ` on a line of its own."""
        for line in (self.title, *self.details):
            for mark in (f"{name} = ", f"{name}: "):
                if line.startswith(mark):
                    return line[len(mark) :]
        return None


def nodes_of(text: PlanText) -> Node | None:
    """The top node of a printed plan; None when it isn't printed as known."""
    node = _from_ascii(text.ascii)
    if node is None or text.json is None:
        return node
    try:
        told = json.loads(text.json)
    except ValueError:
        return node
    return _joined(node, told)


def udf_names(text: PlanText) -> Iterator[str]:
    """The names of the UDFs of a plan."""
    node = nodes_of(text)
    for one in node.each() if node is not None else ():
        name = udf_name(one)
        if name is not None:
            yield name


def udf_name(node: Node) -> str | None:
    """The name of the UDF that a node of an optimised plan runs, None when it runs none."""
    found = _UDF.match(node.title)
    if found is None and node.title == "UDFProject:":
        found = _OLD_UDF.match(node.details[0]) if node.details else None
    return None if found is None else expressions.udf_name(found["name"])


@dataclass(slots=True)
class _Drawn:
    """A node while its lines are read."""

    depth: int
    lines: list[str]


def _from_ascii(text: str) -> Node | None:
    """The tree as drawn: a fork draws its right input first, one step further to the right."""
    drawn: list[_Drawn] = []
    for line in text.splitlines():
        node = _NODE.fullmatch(line)
        if node is not None:
            drawn.append(_Drawn(len(node["depth"]) // 2, [node["text"]]))
            continue
        detail = _DETAIL.match(line)
        if detail is not None and drawn:
            _add(drawn[-1], detail["text"])
    return _tree(drawn)


def _add(node: _Drawn, text: str) -> None:
    """A line of a node, or what didn't fit on the one before."""
    if text.startswith(_WRAPPED) and not text.startswith("   "):
        joint = "" if node.lines[-1].endswith("-") else " "
        node.lines[-1] += joint + text[len(_WRAPPED) :]
    else:
        node.lines.append(text)


def _tree(drawn: list[_Drawn]) -> Node | None:
    """Nodes in drawn order as a tree.

    Below a node comes its only input at the same depth, or first the right one, a step deeper with
    all that belongs to it, and then the left one at the same depth.
    """
    spine: list[tuple[_Drawn, list[_Drawn]]] = []
    for one in drawn:
        if spine and one.depth > spine[0][0].depth:
            spine[-1][1].append(one)
        else:
            spine.append((one, []))
    tree: Node | None = None
    for one, right in reversed(spine):
        inputs = tuple(below for below in (tree, _tree(right)) if below is not None)
        tree = Node(one.lines[0], tuple(one.lines[1:]), inputs)
    return tree


def _joined(node: Node, told: Any) -> Node:
    """A node with what the JSON of the same plan adds, as far as both have the same shape."""
    spine: list[tuple[Node, Any]] = []
    below: Node | None = node
    while below is not None:
        spine.append((below, told))
        children = _children(told, below)
        told = children[0] if children else None
        below = below.inputs[0] if below.inputs else None
    joined: Node | None = None
    for one, said in reversed(spine):
        others = zip(one.inputs[1:], _children(said, one)[1:], strict=False)
        rest = tuple(_joined(*pair) for pair in others) or one.inputs[1:]
        joined = _enriched(one, said, (*(() if joined is None else (joined,)), *rest))
    return joined or node


def _children(told: Any, node: Node) -> list[Any]:
    """The plans below in the JSON, none when it has another shape."""
    children = told.get("children") if isinstance(told, dict) else None
    same = isinstance(children, list) and len(children) == len(node.inputs)
    return children if same and isinstance(children, list) else []


def _enriched(node: Node, told: Any, inputs: tuple[Node, ...]) -> Node:
    if not isinstance(told, dict):
        return replace(node, inputs=inputs)
    return replace(
        node,
        inputs=inputs,
        kind=_text(told.get("type")),
        expressions=_texts(told.get("projection")),
        columns=_names(told.get("schema")),
    )


def _text(told: Any) -> str | None:
    return told if isinstance(told, str) else None


def _texts(told: Any) -> tuple[str, ...] | None:
    if isinstance(told, list) and all(isinstance(one, str) for one in told):
        return tuple(told)
    return None


def _names(told: Any) -> tuple[str, ...] | None:
    """The names of a schema: a list of fields, or a table by name."""
    if isinstance(told, dict):
        return tuple(told)
    if isinstance(told, list) and all(isinstance(one, dict) for one in told):
        return _texts([one.get("name") for one in told])
    return None
