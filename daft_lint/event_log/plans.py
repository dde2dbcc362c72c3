"""The plans in an event log: trees of operators as JSON."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from typing import Any

from daft_lint.live_plan.expressions import calls_in
from daft_lint.records import dataclass

_DEEPEST = 400
_TEXTS = ("projection", "predicate", "expr")


@dataclass(frozen=True, slots=True)
class LoggedNode:
    """An operator of a plan, above what it reads.

    `kind` is Daft's word for it: `Filter`, `UDFProject`. `number` is its `node_id` in a physical
    plan, `name` what a physical plan calls it. `text` are its expressions, `udfs` the UDFs that
    they call, as Daft writes them: `__main__.Embed.run`.
    """

    kind: str
    inputs: tuple[LoggedNode, ...] = ()
    number: int | None = None
    name: str = ""
    text: str = ""
    udfs: tuple[str, ...] = ()

    def each(self) -> Iterator[LoggedNode]:
        """All nodes, inputs first and the left one of two before the right one."""
        for below in self.inputs:
            yield from below.each()
        yield self


def plan_of(text: object) -> LoggedNode | None:
    """The plan that a record holds as JSON within JSON; None when it isn't written as known."""
    if not isinstance(text, str):
        return None
    try:
        return _node(json.loads(text), 0)
    except (ValueError, RecursionError, TypeError):
        return None


def _node(record: Any, depth: int) -> LoggedNode:
    if not isinstance(record, dict):
        raise TypeError
    kind, children, number = record.get("type"), record.get("children", []), record.get("id")
    if not isinstance(kind, str) or not isinstance(children, list) or depth > _DEEPEST:
        raise ValueError
    text = ", ".join(_texts(record))
    names = tuple(call.name or "" for call in calls_in(text))
    name = record.get("name")
    return LoggedNode(
        kind,
        tuple(_node(child, depth + 1) for child in children),
        number if isinstance(number, int) else None,
        name if isinstance(name, str) else "",
        text,
        names,
    )


def _texts(record: Mapping[str, Any]) -> Iterator[str]:
    for key in _TEXTS:
        value = record.get(key)
        for item in value if isinstance(value, list) else [value]:
            if isinstance(item, str):
                yield item
