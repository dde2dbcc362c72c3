"""The values of DataFrames: their sources, the steps on them, the actions that run them."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import reduce
from typing import TYPE_CHECKING

from daft_lint.daft_api import operators, sources
from daft_lint.plan.pipeline import (
    Action,
    ActionKind,
    Link,
    Operator,
    OperatorKind,
    Plan,
    Source,
)
from daft_lint.plan.span import Span
from daft_lint.values.alternatives import alternative_taken, each_alternative
from daft_lint.values.values import (
    UNKNOWN,
    Arguments,
    FrameValue,
    GroupedValue,
    Items,
    Unknown,
    Value,
    join_plans,
)

if TYPE_CHECKING:
    from daft_lint.inference.run import Run

# A frame's plan doesn't run twice after these: Daft keeps the result on the frame itself.
_MATERIALISING = frozenset({ActionKind.COLLECT, ActionKind.TO_DRIVER})
# `to_arrow` keeps nothing: measured on Daft 0.7.26, the plan runs again after it.
_KEEPS_NOTHING = frozenset({"to_arrow"})
# Frames put together over and over can grow without bound; no plan by hand has so many steps.
_MOST_STEPS = 10_000
# A frame that is joined with what it was made of doubles: each round of a loop has its steps twice.
_MOST_AGAIN = 2000


@dataclass(frozen=True, slots=True)
class Result:
    """What a method of a frame gives, and the frame itself after it where that changed."""

    value: Value
    kept: FrameValue | None = None


class Frames:
    """Makes frames and tells the recorder of them."""

    def __init__(self, run: Run) -> None:
        self._run = run

    def source(self, name: str, arguments: Arguments, span: Span, *, differs: bool) -> Value:
        """What `daft.<name>(...)` gives: a frame when that is a source.

        It `differs` where each round of a loop may read another one.
        """
        if not sources.is_source(name):
            return UNKNOWN
        is_folder = self._run.recorder.has_written
        source = sources.read_source(name, arguments, span, is_folder)
        source = replace(source, differs=differs)
        return self._built(Plan(self._numbered(self._run.hints(span).source(source))))

    def method(
        self,
        frame: FrameValue,
        name: str,
        arguments: Arguments,
        span: Span,
        link: Link | None = None,
        code: str | None = None,
    ) -> Result:
        """What a method of a frame gives, an action recorded.

        `link` says how it hangs in its chain of calls, None when it is no call; `code` is how its
        number is written.
        """
        frame, arguments = self._now(frame), self._up_to_date(arguments)
        action = operators.action_of(name, arguments, span)
        if action is not None:
            return self._act(frame, action)
        if name == "groupby":
            return Result(GroupedValue(frame.plan, operators.columns_of(arguments)))
        if not operators.gives_frame(name):
            return Result(UNKNOWN)
        value = self._stepped(frame, name, arguments, span, link, code)
        if isinstance(value, FrameValue) and not operators.is_followed(name):
            return Result(replace(value, optional=True))
        return Result(value)

    def of_unknown(
        self, owner: Unknown, given: Unknown, name: str, arguments: Arguments, span: Span
    ) -> Unknown:
        """What is `given` by a method of something that may be a frame: with the steps it passed.

        It is taken for one from where it is cut.
        """
        before = owner.steps
        if before is None and operators.cuts(name):
            before = Plan(sources.unknown_source("unknown", span))
        if before is None or not operators.gives_frame(name):
            return given
        plan = Plan(before.source, (*before.operators, *operators.steps_of(name, arguments, span)))
        self._run.recorder.passed_unknown(plan, self._run.where, before)
        return replace(given, steps=plan)

    def _act(self, frame: FrameValue, action: Action) -> Result:
        recorder = self._run.recorder
        under = self._run.circumstances.conditions
        action = replace(action, forks=self._run.forks, under=under)
        recorder.ran(frame.plan, action, self._run.where)
        if action.kind is ActionKind.WRITE:
            files = sources.unknown_source(f"files of {action.method}", action.span)
            return Result(FrameValue(Plan(self._numbered(files))))
        if action.kind not in _MATERIALISING or action.method in _KEEPS_NOTHING:
            return Result(UNKNOWN)
        barrier = Operator(OperatorKind.BARRIER, action.method, action.span)
        kept = FrameValue(frame.plan.then(self._placed(barrier)))
        recorder.keep(frame.plan, action, kept.plan)
        return Result(kept if action.method == "collect" else UNKNOWN, kept)

    def _now(self, frame: FrameValue) -> FrameValue:
        """The frame as it is by now: others that hold it may have run it."""
        plan = self._run.recorder.now(frame.plan)
        return frame if plan is frame.plan else FrameValue(plan)

    def _up_to_date(self, arguments: Arguments) -> Arguments:
        """The arguments of a call, every frame among them as it is by now."""
        positional = tuple(
            self._now(value) if isinstance(value, FrameValue) else value
            for value in arguments.positional
        )
        keywords = {
            name: self._now(value) if isinstance(value, FrameValue) else value
            for name, value in arguments.keywords.items()
        }
        return replace(arguments, positional=positional, keywords=keywords)

    def _placed(self, step: Operator) -> Operator:
        recorder, under = self._run.recorder, self._run.circumstances.conditions
        return replace(step, number=recorder.next_number(), loops=recorder.loops, under=under)

    def _numbered(self, source: Source) -> Source:
        recorder = self._run.recorder
        return replace(source, number=recorder.next_number(), loops=recorder.loops)

    def selected(self, frame: FrameValue, keys: tuple[Value, ...], span: Span) -> Value:
        """A selection of columns by subscript."""
        return self._stepped(self._now(frame), "select", Arguments(keys), span)

    def aggregated(
        self, grouped: GroupedValue, name: str, arguments: Arguments, span: Span
    ) -> Value:
        """An aggregation of a grouped frame."""
        step = operators.aggregation(name, grouped.keys, arguments, span)
        step = self._run.hints(span).step(step, grouped.plan.source.span)
        step = self._placed(step)
        return self._built(grouped.plan.then(step), grouped.plan)

    def concatenated(self, arguments: Arguments, span: Span) -> Value:
        """`daft.concat([a, b])`, when every item is known to be a Daft frame."""
        frames = arguments.get(0, "dfs")
        values = frames.values if isinstance(frames, Items) and frames.values else ()
        plans = [value.plan for value in values if isinstance(value, FrameValue)]
        if not plans or len(plans) != len(values):
            return FrameValue(Plan(self._numbered(sources.unknown_source("daft.concat", span))))
        plans = [self._run.recorder.now(plan) for plan in plans]
        plan = plans[0]
        for other in plans[1:]:
            step = Operator(OperatorKind.CONCAT, "concat", span, inputs=(other,))
            plan = plan.then(self._placed(step))
        return self._built(plan, *plans)

    def _stepped(
        self,
        frame: FrameValue,
        name: str,
        arguments: Arguments,
        span: Span,
        link: Link | None = None,
        code: str | None = None,
    ) -> Value:
        stack = self._run.call_stack
        around = stack[-1].name if stack and stack[-1].home is not None else None
        ways = each_alternative(arguments)
        number = self._run.recorder.next_number() if len(ways) > 1 else None
        hints = self._run.hints(span)
        plans = []
        for place, given in enumerate(ways):
            plan = frame.plan
            steps = operators.steps_of(name, given, span)
            hinted = (hints.step(step, plan.source.span) for step in steps[-1:])
            for step in (*steps[:-1], *hinted):
                placed = self._placed(replace(step, link=link, within=around, code=code))
                if number is not None:
                    placed = replace(
                        placed, under=placed.under | {alternative_taken(number, place)}
                    )
                plan = plan.then(placed)
            plans.append(plan)
        plan = reduce(join_plans, plans)
        others = [value.plan for value in arguments.values if isinstance(value, FrameValue)]
        return self._built(plan, frame.plan, *others)

    def _built(self, plan: Plan, *parents: Plan) -> Value:
        if len(parents) > 1 and _is_boundless(plan):
            return UNKNOWN
        self._run.recorder.built(plan, self._run.where, *parents)
        return FrameValue(plan)


def _is_boundless(plan: Plan) -> bool:
    """Whether a plan and the plans put into it have too many steps, or too often the same ones."""
    count, seen, waiting = 0, set[int](), [plan]
    while waiting:
        current = waiting.pop()
        count += 1 + len(current.operators)
        seen.update((id(current.source), *map(id, current.operators)))
        if count > min(_MOST_STEPS, len(seen) + _MOST_AGAIN):
            return True
        waiting += [other for step in current.operators for other in step.inputs]
    return False
