"""The steps of a logged plan, in the terms of `daft_lint.plan.recorded`."""

from __future__ import annotations

from collections.abc import Iterator

from daft_lint.event_log.plans import LoggedNode
from daft_lint.plan.pipeline import ActionKind
from daft_lint.plan.recorded import UNKNOWN_STEP
from daft_lint.records import dataclass

SOURCE = "Source"
FILTER = "Filter"
_WORDS = {
    FILTER: "filter",
    "Limit": "limit",
    "Explode": "explode",
    "Sample": "sample",
    "Repartition": "repartition",
    "IntoPartitions": "into_partitions",
    "IntoBatches": "into_batches",
    "Sort": "sort",
    "Aggregate": "aggregate",
    "Distinct": "distinct",
    "Join": "join",
    "Concat": "concat",
}
# They change no row, and the code has no word of its own for them.
_NO_STEPS = frozenset({"Project", "MonotonicallyIncreasingId", "SubqueryAlias", "Sink"})
# What an action puts on top of the plan that it runs.
_TOPS = {ActionKind.SHOW: "Limit", ActionKind.COUNT: "Aggregate"}
_COMPUTE = frozenset({"Project", FILTER})


@dataclass(frozen=True, slots=True)
class LoggedStep:
    """A step of the plan as the program built it; `node` is what Daft made of it.

    Of a UDF, `text` is its name with its module: `__main__.Embed.run`.
    """

    text: str
    node: LoggedNode

    def fits(self, text: str) -> bool:
        """Whether a step of the code may be this one."""
        return self.text == text or (self.node.kind in _COMPUTE and self.text.endswith(f".{text}"))


def logged_steps(plan: LoggedNode) -> tuple[LoggedStep, ...]:
    """The steps of a plan, those of what it is joined with not among them."""
    return tuple(step for node in chain(plan) for step in _steps(node))


def chain(plan: LoggedNode) -> tuple[LoggedNode, ...]:
    """The nodes from the source, the left one of a join, to the top."""
    nodes = [plan]
    while nodes[-1].inputs:
        nodes.append(nodes[-1].inputs[0])
    return tuple(reversed(nodes))


def without_action(plan: LoggedNode, action: ActionKind | None) -> LoggedNode | None:
    """The plan below what an action puts on top of it; None where that isn't there."""
    if plan.kind == "Sink" and plan.inputs:
        plan = plan.inputs[0]
    top = None if action is None else _TOPS.get(action)
    if top is None:
        return plan
    while plan.kind == "Project" and plan.inputs:
        # What is counted gets its name behind the count.
        plan = plan.inputs[0]
    return plan.inputs[0] if plan.kind == top and plan.inputs else None


def _steps(node: LoggedNode) -> Iterator[LoggedStep]:
    if node.kind == SOURCE:
        return
    yield from (LoggedStep(name, node) for name in node.udfs)
    if node.kind in _NO_STEPS:
        return
    word = _WORDS.get(node.kind, UNKNOWN_STEP)
    if len(node.inputs) > 1:
        others = "; ".join(
            ", ".join(step.text for step in logged_steps(branch)) for branch in node.inputs[1:]
        )
        word = f"{word}({others})"
    yield LoggedStep(word, node)
