"""Nodes, read from the trees that Daft prints."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator
from itertools import pairwise
from typing import Any
from unicodedata import east_asian_width

from daft_lint.live_plan import expressions
from daft_lint.live_plan.raw_plan import PlanText
from daft_lint.records import dataclass, field, replace

_NODE = re.compile(r"(?P<depth>(?:\| )*)\* (?P<text>.*)")
_DETAIL = re.compile(r"(?P<depth>(?:\| )*)\|   (?P<text>.*)")
_WRAPPED = "  "
# Each fork is read inside of the one above it; real plans nest fewer.
_DEEPEST = 60
_UDF = re.compile(r"(?:Builtin )?UDF:? (?P<name>\S+?):?$")
_EXPRESSIONS = re.compile(r"Project: |Filter: |Aggregation: |Expr = |UDF \S+ = ")
# Of a merged task, the files are listed.
_FIRST_TASK = re.compile(r"\{(?:File \{)?(?P<task>[^,}]+)")
_BREAK = re.compile(r"\s|[^\W_]-[^\W_]")
_OLD_UDF = re.compile(r"UDF (?P<name>\S+) = ")


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
            node = waiting.pop()
            found.append(node)
            waiting += node.inputs
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
        data = json.loads(text.json)
    except (ValueError, RecursionError):
        # Some hundred steps are nested deeper than this reader of Python's goes.
        return node
    return _joined(node, data)


def udf_names(text: PlanText) -> Iterator[str]:
    """The names of the UDFs of a plan."""
    node = nodes_of(text)
    for each_node in node.each() if node is not None else ():
        name = udf_name(each_node)
        if name is not None:
            yield name


def udf_name(node: Node) -> str | None:
    """The name of the UDF that a node of an optimised plan runs, None when it runs none."""
    found = _UDF.match(node.title)
    if found is None and node.title == "UDFProject:":
        found = _OLD_UDF.match(node.details[0]) if node.details else None
    return None if found is None else expressions.udf_name(found["name"])


def source_mark(source: Node) -> str:
    """What identifies a source in a plan and in the optimised one, whose order may differ."""
    schema = source.detail("File schema") or source.detail("Output schema") or ""
    return _bare(f"{source.detail('Number of partitions')} {schema}")


def scan_mark(source: Node) -> str:
    """What a source has in common in an optimised plan and in the physical one: its first task."""
    first = next(filter(None, map(_FIRST_TASK.match, source.details)), None)
    schema = source.detail("Output schema") or (source.detail("Schema") or "").strip("{}")
    return _bare(f"{first and first['task']} {schema}")


@dataclass(slots=True)
class _Drawn:
    """A node while its lines are read; each line in the pieces that it was wrapped into."""

    depth: int
    lines: list[list[str]] = field(default_factory=list)

    def add(self, text: str) -> None:
        """A line, or what didn't fit on the one before."""
        if text.startswith(_WRAPPED) and not text.startswith("   "):
            self.lines[-1].append(text[len(_WRAPPED) :])
        else:
            self.lines.append([text])

    def width(self) -> int:
        """The columns that its longest piece takes; forks above it leave it less of them."""
        return 2 * self.depth + max(len(piece) for pieces in self.lines for piece in pieces)


def _from_ascii(text: str) -> Node | None:
    """The tree as drawn: a fork draws its right input first, one step further to the right."""
    drawn: list[_Drawn] = []
    for line in text.split("\n"):
        node = _NODE.fullmatch(line)
        if node is not None:
            drawn.append(_Drawn(len(node["depth"]) // 2, [[node["text"]]]))
            continue
        detail = _DETAIL.match(line)
        if detail is not None and drawn:
            drawn[-1].add(detail["text"])
    if any(drawing.depth > _DEEPEST for drawing in drawn):
        return None
    return _tree(drawn, max((drawing.width() for drawing in drawn), default=0))


def _unwrapped(pieces: list[str], width: int) -> str:
    """A line again, from pieces that are at most so wide.

    Daft wraps at blanks, which it leaves out, at some other places, and in the middle of what is
    too long for a line. What it doesn't tell apart is taken for the most likely.
    """
    text = pieces[0]
    for before, piece in pairwise(pieces):
        text += piece if _goes_on(before, piece, width) else f" {piece}"
    return text


def _whole_lines(lines: Iterable[str]) -> list[str]:
    """Lines, but what a line break within an expression parted: some options are printed so."""
    whole: list[str] = []
    for line in lines:
        if whole and not line.startswith("Stats = ") and _is_open(whole[-1]):
            whole[-1] += f"\n{line}"
        else:
            whole.append(line)
    return whole


def _is_open(line: str) -> bool:
    """Whether expressions lack brackets at their end."""
    return _EXPRESSIONS.match(line) is not None and line.count("(") > line.count(")")


def _goes_on(before: str, after: str, width: int) -> bool:
    """Whether nothing stood between two pieces of a line."""
    if not before or not after or (len(before) >= width and _BREAK.search(before) is None):
        return True
    if before.endswith("-"):
        return before[-2:-1].isalnum() and after[0].isalnum()
    if before.endswith("/"):
        return not before.endswith(" /")
    return _is_wide(before[-1]) and _is_wide(after[0])


def _is_wide(character: str) -> bool:
    """Whether lines may break beside it, as between Chinese characters."""
    return east_asian_width(character) in "WF"


def _tree(drawn: list[_Drawn], width: int) -> Node | None:
    """Nodes in drawn order as a tree.

    Below a node comes its only input at the same depth, or first the right one, a step deeper with
    all that belongs to it, and then the left one at the same depth.
    """
    spine: list[tuple[_Drawn, list[_Drawn]]] = []
    for drawing in drawn:
        if spine and drawing.depth > spine[0][0].depth:
            spine[-1][1].append(drawing)
        else:
            spine.append((drawing, []))
    tree: Node | None = None
    for drawing, right in reversed(spine):
        inputs = tuple(below for below in (tree, _tree(right, width)) if below is not None)
        title, *details = _whole_lines(
            _unwrapped(pieces, width - 2 * drawing.depth) for pieces in drawing.lines
        )
        tree = Node(title, tuple(details), inputs)
    return tree


def _joined(node: Node, data: Any) -> Node:
    """A node with what the JSON of the same plan adds, as far as both have the same shape."""
    spine: list[tuple[Node, Any]] = []
    below: Node | None = node
    while below is not None:
        spine.append((below, data))
        children = _children(data, below)
        data = children[0] if children else None
        below = below.inputs[0] if below.inputs else None
    joined: Node | None = None
    for drawing, said in reversed(spine):
        others = zip(drawing.inputs[1:], _children(said, drawing)[1:], strict=False)
        rest = tuple(_joined(*pair) for pair in others) or drawing.inputs[1:]
        joined = _enriched(drawing, said, (*(() if joined is None else (joined,)), *rest))
    return joined or node


def _children(data: Any, node: Node) -> list[Any]:
    """The plans below in the JSON, none when it has another shape."""
    children = data.get("children") if isinstance(data, dict) else None
    same = isinstance(children, list) and len(children) == len(node.inputs)
    return children if same and isinstance(children, list) else []


def _enriched(node: Node, data: Any, inputs: tuple[Node, ...]) -> Node:
    if not isinstance(data, dict):
        return replace(node, inputs=inputs)
    title, *details = _exactly((node.title, *node.details), data)
    return replace(
        node,
        title=title,
        details=tuple(details),
        inputs=inputs,
        kind=_text(data.get("type")),
        expressions=_texts(data.get("projection")),
        columns=_names(data.get("schema")),
    )


def _exactly(lines: Iterable[str], data: dict[str, Any]) -> Iterator[str]:
    """Lines with the unwrapped expressions of the JSON in place of their own."""
    exact = [text for text in map(_whole, data.values()) if text and not text.isspace()]
    bare = [_bare(text) for text in exact]
    for line in lines:
        bare_line = _bare(line)
        for text, same in zip(exact, bare, strict=True):
            if bare_line.endswith(same):
                start = _place_of(line, len(bare_line) - len(same))
                yield line[:start] + text
                break
        else:
            yield line


def _whole(data: Any) -> str | None:
    """Expressions in JSON as one line has them."""
    texts = _texts(data)
    return _text(data) if texts is None else ", ".join(texts)


def _bare(text: str) -> str:
    return "".join(text.split())


def _place_of(line: str, count: int) -> int:
    """Where so many characters that are no blanks have passed, and the blanks behind them."""
    place = 0
    while place < len(line) and (count or line[place].isspace()):
        count -= not line[place].isspace()
        place += 1
    return place


def _text(data: Any) -> str | None:
    return data if isinstance(data, str) else None


def _texts(data: Any) -> tuple[str, ...] | None:
    if isinstance(data, list) and all(isinstance(item, str) for item in data):
        return tuple(data)
    return None


def _names(data: Any) -> tuple[str, ...] | None:
    """The names of a schema: a list of fields, or a table by name."""
    if isinstance(data, dict):
        return tuple(data)
    if isinstance(data, list) and all(isinstance(item, dict) for item in data):
        return _texts([item.get("name") for item in data])
    return None
