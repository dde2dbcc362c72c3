"""The nodes of a plan as steps: what each does to partitions and rows. One table row a node."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from types import MappingProxyType

from daft_lint.live_plan.expressions import columns_in, conjuncts, parts
from daft_lint.live_plan.nodes import Node
from daft_lint.plan.pipeline import Columns, Join, OperatorKind
from daft_lint.plan.quantity import Origin, OriginKind, Quantity, exactly
from daft_lint.records import dataclass

_NUMBER = re.compile(r"(?P<number>[0-9][0-9,]*(?:\.[0-9]+)?)")
NUMBERING = "monotonically_increasing_id("
"""How an expression begins that numbers the rows."""

_PLAN = Origin(OriginKind.ENGINE, "Daft's plan")


@dataclass(frozen=True, slots=True)
class PrintedStep:
    """A step as far as its node tells it; see `Operator`.

    `method` is the call that makes such a step, `arguments` what to show of its arguments.
    `expressions` may hold calls of UDFs.
    """

    kind: OperatorKind
    method: str
    arguments: str = ""
    count: Quantity | None = None
    reads: Columns | None = frozenset()
    writes: Columns | None = frozenset()
    expressions: tuple[str, ...] = ()
    keeps: Columns | None = None
    surely_reads: Columns = frozenset()
    join: Join | None = None


Read = Callable[[Node, "tuple[str, ...] | None"], tuple[PrintedStep, ...]]


def steps_of(node: Node, columns: tuple[str, ...] | None) -> tuple[PrintedStep, ...]:
    """The steps that a node with inputs stands for; an unknown node is an unknown step.

    `columns` are those that it gets, None when they aren't known.
    """
    for beginning, read in _NODES.items():
        if node.title.startswith(beginning):
            return read(node, columns)
    return _unknown(_word(node.title))(node, columns)


def _word(title: str) -> str:
    return re.split(r"[:= ]", title, maxsplit=1)[0] or "?"


def _behind(node: Node) -> str:
    """What stands behind the name of a node."""
    return node.title.partition(": ")[2]


def _number(text: str | None) -> Quantity | None:
    found = _NUMBER.search(text or "")
    return None if found is None else exactly(float(found["number"].replace(",", "")), _PLAN)


def _shown(number: Quantity | None) -> str:
    return "" if number is None else f"{number}".replace(",", "_")


def _filter(node: Node, columns: tuple[str, ...] | None) -> tuple[PrintedStep, ...]:
    return filters(_behind(node), columns)


def filters(condition: str, columns: tuple[str, ...] | None) -> tuple[PrintedStep, ...]:
    """A filter as so many steps as it has conditions that all have to hold."""
    return tuple(
        PrintedStep(
            OperatorKind.FILTER,
            "where",
            conjunct,
            reads=columns_in(conjunct, columns),
            expressions=(conjunct,),
        )
        for conjunct in conjuncts(condition)
    )


def _limit(node: Node, columns: tuple[str, ...] | None) -> tuple[PrintedStep, ...]:
    rows = _number(node.detail("Limit: Num Rows") or _behind(node))
    limit = PrintedStep(OperatorKind.LIMIT, "limit", _shown(rows), count=rows)
    return (limit, *(_offset(node, columns) if "Offset = " in node.title else ()))


def _repartition(node: Node, columns: tuple[str, ...] | None) -> tuple[PrintedStep, ...]:
    count = _number(node.detail("Num partitions"))
    scheme = node.detail("Repartition: Scheme") or ""
    if scheme == "IntoPartitions":
        return (_split(count),)
    if scheme == "Random":
        kind, keys, reads = OperatorKind.RANDOM_REPARTITION, "", frozenset[str]()
        return (PrintedStep(kind, "repartition", _shown(count), count=count, reads=reads),)
    if scheme == "Hash":
        keys = node.detail("By") or ""
        arguments = f"{_shown(count) or 'None'}, {keys}"
        kind, read = OperatorKind.HASH_REPARTITION, columns_in(keys, columns)
        return (PrintedStep(kind, "repartition", arguments, count=count, reads=read),)
    return (PrintedStep(OperatorKind.OPAQUE, "repartition", reads=None, writes=None),)


def _into_partitions(node: Node, columns: tuple[str, ...] | None) -> tuple[PrintedStep, ...]:
    return (_split(_number(node.title)),)


def _split(count: Quantity | None) -> PrintedStep:
    return PrintedStep(OperatorKind.INTO_PARTITIONS, "into_partitions", _shown(count), count=count)


def _into_batches(node: Node, columns: tuple[str, ...] | None) -> tuple[PrintedStep, ...]:
    rows = _number(node.title)
    return (PrintedStep(OperatorKind.INTO_BATCHES, "into_batches", _shown(rows), count=rows),)


def _sort(node: Node, columns: tuple[str, ...] | None) -> tuple[PrintedStep, ...]:
    by = node.title.partition("Sort by = ")[2]
    reads = columns_in(by, columns)
    return (PrintedStep(OperatorKind.SORT, "sort", _keys(by), reads=reads),)


def _top(node: Node, columns: tuple[str, ...] | None) -> tuple[PrintedStep, ...]:
    by, _, rows = node.title.partition("Sort by = ")[2].rpartition(", Num Rows = ")
    count = _number(rows)
    sort = PrintedStep(OperatorKind.SORT, "sort", _keys(by), reads=columns_in(by, columns))
    limit = PrintedStep(OperatorKind.LIMIT, "limit", _shown(count), count=count)
    return (sort, limit, *(_offset(node, columns) if "Offset = " in rows else ()))


def _keys(by: str) -> str:
    """`(col(a), ascending, nulls last)` as `col(a)`."""
    return ", ".join(parts(part[1:-1], ", ")[0] for part in parts(by, ", "))


def _explode(node: Node, columns: tuple[str, ...] | None) -> tuple[PrintedStep, ...]:
    keys = columns_in(_behind(node), columns)
    return (PrintedStep(OperatorKind.EXPLODE, "explode", _behind(node), reads=keys, writes=keys),)


def _sample(node: Node, columns: tuple[str, ...] | None) -> tuple[PrintedStep, ...]:
    count = _number(node.title)
    # Daft 0.6.4 has fractions alone, and doesn't say so.
    if not node.title.endswith(" rows"):
        return (PrintedStep(OperatorKind.SAMPLE, "sample", _shown(count), count=count),)
    shown = f"size={_shown(count)}"
    return (PrintedStep(OperatorKind.OPAQUE, "sample", shown, count, reads=None, writes=None),)


def _aggregate(node: Node, columns: tuple[str, ...] | None) -> tuple[PrintedStep, ...]:
    keys, said = node.detail("Group by"), _behind(node)
    exactly_one = exactly(1, Origin(OriginKind.ENGINE, "agg without groups makes one partition"))
    step = PrintedStep(
        OperatorKind.AGGREGATE,
        "agg" if keys is None else "groupby",
        said if keys is None else f"{keys}).agg({said}",
        exactly_one if keys is None else None,
        columns_in(f"{said}, {keys}", columns),
        None,
        (said,),
        keeps=None if node.columns is None else frozenset(node.columns),
        surely_reads=frozenset() if keys is None else columns_in(keys, columns) or frozenset(),
    )
    return (step,)


def _kind(kind: OperatorKind, method: str) -> Read:
    def read(node: Node, columns: tuple[str, ...] | None) -> tuple[PrintedStep, ...]:
        return (PrintedStep(kind, method, reads=None, writes=None),)

    return read


def _join(node: Node, columns: tuple[str, ...] | None) -> tuple[PrintedStep, ...]:
    """A join; Daft says the names of the columns of its right side as they are behind it."""
    how = node.title.rpartition("Type = ")[2].lower()
    join = Join(how, prefix="")
    return (PrintedStep(OperatorKind.JOIN, "join", reads=None, writes=None, join=join),)


def _union(node: Node, columns: tuple[str, ...] | None) -> tuple[PrintedStep, ...]:
    concat = PrintedStep(OperatorKind.CONCAT, "concat", reads=None, writes=None)
    if node.title.startswith("Union All"):
        return (concat,)
    return (concat, PrintedStep(OperatorKind.DISTINCT, "distinct", reads=None, writes=None))


def _unknown(method: str) -> Read:
    """A step known only by name: what it does to partitions was never measured."""
    return _kind(OperatorKind.OPAQUE, method)


_offset = _unknown("offset")


def _numbered(node: Node, columns: tuple[str, ...] | None) -> tuple[PrintedStep, ...]:
    # Daft prunes no columns before it.
    name, text = NUMBERING.removesuffix("("), f"{NUMBERING})"
    step = PrintedStep(OperatorKind.PROJECT, name, reads=None, writes=None, expressions=(text,))
    return (step,)


def _nothing(node: Node, columns: tuple[str, ...] | None) -> tuple[PrintedStep, ...]:
    return ()


# The longer beginnings stand before those that they begin with.
_NODES: Mapping[str, Read] = MappingProxyType(
    {
        "Filter: ": _filter,
        "Limit: ": _limit,
        "Offset: ": _offset,
        "Repartition: ": _repartition,
        "IntoPartitions: ": _into_partitions,
        "IntoBatches: ": _into_batches,
        "Sort: ": _sort,
        "TopN: ": _top,
        "Explode: ": _explode,
        "Sample: ": _sample,
        # One whose columns aren't read has none: `Aggregation:`.
        "Aggregation:": _aggregate,
        "Distinct": _kind(OperatorKind.DISTINCT, "distinct"),
        "Pivot:": _kind(OperatorKind.AGGREGATE, "pivot"),
        "Join: ": _join,
        "AsofJoin: ": _join,
        "Concat": _kind(OperatorKind.CONCAT, "concat"),
        "Union": _union,
        "MonotonicallyIncreasingId": _numbered,
        "Window:": _unknown("over"),
        "Unpivot: ": _unknown("unpivot"),
        "Shuffle: ": _unknown("shuffle"),
        "Shard: ": _unknown("shard"),
        "Sink: ": _nothing,
        "Alias": _nothing,
        "SubqueryAlias": _nothing,
    }
)
