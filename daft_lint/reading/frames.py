"""What DataFrames become: their sources, the steps on them, the actions that run them."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from daft_lint.plan.pipeline import ActionKind, Link, Operator, OperatorKind, Plan
from daft_lint.plan.span import Span
from daft_lint.reading import operators, sources
from daft_lint.reading.values import (
    UNKNOWN,
    Arguments,
    FrameValue,
    GroupedValue,
    Items,
    Value,
)

if TYPE_CHECKING:
    from daft_lint.reading.session import Session

# A frame's plan doesn't run twice after these: Daft keeps the result on the frame itself.
_MATERIALISING = frozenset({ActionKind.COLLECT, ActionKind.TO_DRIVER})
# Frames put together over and over can grow without bound; no plan by hand has so many steps.
_MOST_STEPS = 10_000


@dataclass(frozen=True, slots=True)
class Result:
    """What a method of a frame gives, and the frame itself after it where that changed."""

    value: Value
    kept: FrameValue | None = None


class Frames:
    """Makes frames and tells the recorder of them."""

    def __init__(self, session: Session) -> None:
        self._session = session

    def source(self, name: str, arguments: Arguments, span: Span) -> Value:
        """What `daft.<name>(...)` gives: a frame when that is a source."""
        if not sources.is_source(name):
            return UNKNOWN
        source = sources.read_source(name, arguments, span)
        return self._built(Plan(self._session.hints.source(source)))

    def method(
        self,
        frame: FrameValue,
        name: str,
        arguments: Arguments,
        span: Span,
        link: Link | None = None,
    ) -> Result:
        """What a method of a frame gives, an action recorded.

        `link` says how it hangs in its chain of calls, None when it is no call.
        """
        action = operators.action_of(name, arguments, span)
        if action is not None:
            self._session.recorder.ran(frame.plan, action, self._session.where)
            kept = None
            if action.kind in _MATERIALISING:
                kept = FrameValue(frame.plan.then(Operator(OperatorKind.BARRIER, name, span)))
            if action.kind is ActionKind.WRITE:
                files = sources.unknown_source(f"files of {name}", span)
                return Result(FrameValue(Plan(files)))
            return Result(kept if kept and name == "collect" else UNKNOWN, kept)
        if name == "groupby":
            return Result(GroupedValue(frame.plan))
        if not operators.gives_frame(name):
            return Result(UNKNOWN)
        return Result(self._stepped(frame, name, arguments, span, link))

    def selected(self, frame: FrameValue, keys: tuple[Value, ...], span: Span) -> Value:
        """A selection of columns by subscript."""
        return self._stepped(frame, "select", Arguments(keys), span)

    def aggregated(self, grouped: GroupedValue, name: str, span: Span) -> Value:
        """An aggregation of a grouped frame."""
        return self._built(grouped.plan.then(operators.aggregation(name, span)), grouped.plan)

    def concatenated(self, arguments: Arguments, span: Span) -> Value:
        """`daft.concat([a, b])`, when every item is known to be a Daft frame."""
        frames = arguments.get(0, "dfs")
        values = frames.values if isinstance(frames, Items) and frames.values else ()
        plans = [value.plan for value in values if isinstance(value, FrameValue)]
        if not plans or len(plans) != len(values):
            return FrameValue(Plan(sources.unknown_source("daft.concat", span)))
        plan = plans[0]
        for other in plans[1:]:
            plan = plan.then(Operator(OperatorKind.CONCAT, "concat", span, inputs=(other,)))
        return self._built(plan, *plans)

    def _stepped(
        self,
        frame: FrameValue,
        name: str,
        arguments: Arguments,
        span: Span,
        link: Link | None = None,
    ) -> Value:
        plan = frame.plan
        for step in operators.steps_of(name, arguments, span):
            plan = plan.then(replace(step, link=link))
        others = [value.plan for value in arguments.values if isinstance(value, FrameValue)]
        return self._built(plan, frame.plan, *others)

    def _built(self, plan: Plan, *parents: Plan) -> Value:
        if len(parents) > 1 and _exceeds(plan, _MOST_STEPS):
            return UNKNOWN
        self._session.recorder.built(plan, self._session.where, *parents)
        return FrameValue(plan)


def _exceeds(plan: Plan, limit: int) -> bool:
    """Whether a plan and the plans put into it have more steps than that."""
    count, waiting = 0, [plan]
    while waiting:
        current = waiting.pop()
        count += 1 + len(current.operators)
        if count > limit:
            return True
        waiting += [other for step in current.operators for other in step.inputs]
    return False
