"""Frames: what their methods give, as steps of a plan; each step knows where it stands."""

from __future__ import annotations

from functools import reduce
from typing import TYPE_CHECKING

from daft_lint.daft_api import operators, sources
from daft_lint.daft_api.refusals import refused
from daft_lint.index.code import ELSEWHERE, Place
from daft_lint.infer import links
from daft_lint.infer.circumstances import conditions_of, loops_around, unhandled
from daft_lint.infer.rounds import differs
from daft_lint.plan.pipeline import Action, ActionKind, Link, Operator, OperatorKind, Plan, Source
from daft_lint.plan.quantity import exactly
from daft_lint.plan.span import Span
from daft_lint.records import replace
from daft_lint.values.alternatives import alternative_taken, each_alternative
from daft_lint.values.values import (
    UNKNOWN,
    Arguments,
    FrameValue,
    GroupedValue,
    Items,
    Value,
    join_plans,
)

if TYPE_CHECKING:
    from daft_lint.infer.context import Context, Site
    from daft_lint.infer.inference import Infer
    from daft_lint.modules.hint_facts import Hints

_GROUPING = frozenset({"groupby", "group_by"})
# Frames put together over and over can grow without bound; no plan by hand has so many steps.
_MOST_STEPS = 10_000
_MOST_IN_TURN = 2000
# What is predicted of one call looks at all steps: 500 calls take 3 seconds.
_MOST_CALLS = 500
_CALLS = f"{_MOST_CALLS} calls of UDFs in one plan"
# A frame that is joined with what it was made of doubles: each round of a loop has its steps twice.
_MOST_AGAIN = 2000


def source(infer: Infer, name: str, given: Arguments, site: Site) -> Value:
    """What `daft.<name>(...)` gives: a frame when that is a source."""
    if not sources.is_source(name):
        return UNKNOWN
    made = sources.read_source(name, given, site.span, lambda _: False)
    call = site.call
    parts = [*call.arguments, *(each for _, each in call.keywords)]
    made = replace(made, differs=any(differs(each, site.context) for each in parts))
    return FrameValue(Plan(_numbered(infer, made, site)))


def method(infer: Infer, frame: FrameValue, name: str, given: Arguments, site: Site) -> Value:
    """What a method of a frame gives."""
    span = site.method_span
    action = operators.action_of(name, given, span)
    if action is not None:
        return _ran(infer, frame, action, site)
    if name in _GROUPING:
        calls = operators.calls_in(given)
        why = refused("groupby", given, calls)
        return GroupedValue(frame.plan, operators.columns_of(given), calls, why)
    if not operators.gives_frame(name):
        return UNKNOWN
    names = frozenset(site.context.scope.bound)
    match site.call.function[1]:
        case ("name", outer, definition) if definition == ELSEWHERE:
            names -= {outer}
    link = links.link(site, names)
    code = links.code_of_number(site.node, site.context.module)
    value = _stepped(infer, frame, name, given, span, site, link, code)
    if isinstance(value, FrameValue) and not operators.is_followed(name):
        return replace(value, optional=True)
    return value


def _ran(infer: Infer, frame: FrameValue, action: Action, site: Site) -> Value:
    """What an action gives: files that can be read on, or the frame itself with its rows kept."""
    if action.kind is ActionKind.WRITE:
        files = sources.unknown_source(f"files of {action.method}", action.span)
        return FrameValue(Plan(_numbered(infer, files, site)))
    return kept(infer, frame, action.method, site) if action.method == "collect" else UNKNOWN


def kept(infer: Infer, frame: FrameValue, name: str, site: Site) -> FrameValue:
    """A frame whose rows an action has kept."""
    barrier = Operator(OperatorKind.BARRIER, name, site.method_span)
    hinted = site.context.module.hints.step(barrier, frame.plan.source.span)
    barrier = replace(barrier, rows=hinted.rows, partitions=hinted.partitions)
    return FrameValue(frame.plan.then(_placed(infer, barrier, site)))


def selected(
    infer: Infer, frame: FrameValue, keys: tuple[Value, ...], context: Context, place: Place
) -> Value:
    """A selection of columns by subscript."""
    steps = operators.steps_of("select", Arguments(keys), context.module.span(place))
    numbered = (replace(step, number=infer.next_number()) for step in steps)
    return FrameValue(Plan(frame.plan.source, (*frame.plan.operators, *numbered)))


def aggregated(
    infer: Infer, grouped: GroupedValue, name: str, given: Arguments, site: Site
) -> Value:
    """An aggregation of a grouped frame."""
    step = operators.aggregation(name, grouped, given, site.method_span)
    step = site.context.module.hints.step(step, grouped.plan.source.span)
    step = operators.with_keys(_placed(infer, step, site), grouped.plan)
    return FrameValue(grouped.plan.then(step))


def concatenated(infer: Infer, given: Arguments, site: Site) -> Value:
    """`daft.concat([a, b])`, when every item is known to be a Daft frame."""
    frames = given.get(0, "dfs")
    values = frames.values if isinstance(frames, Items) and frames.values else ()
    plans = [value.plan for value in values if isinstance(value, FrameValue)]
    if not plans or len(plans) != len(values):
        unclear = sources.unknown_source("daft.concat", site.span)
        return FrameValue(Plan(_numbered(infer, unclear, site)))
    plan = plans[0]
    for other in plans[1:]:
        step = Operator(OperatorKind.CONCAT, "concat", site.span, inputs=(other,))
        plan = plan.then(_placed(infer, step, site))
    if more_than := _too_large(plan):
        infer.stop(site.context.module.path, site.span, more_than)
        return UNKNOWN
    return FrameValue(plan)


def _stepped(
    infer: Infer,
    frame: FrameValue,
    name: str,
    given: Arguments,
    span: Span,
    site: Site,
    link: Link,
    code: str | None,
) -> Value:
    """A frame with the steps of a method, for all ways that its arguments may be."""
    context = site.context
    around = context.outer.scope.kind if context.outer is not None else ""
    within = context.scope.name if around == "class" else None
    ways = each_alternative(given)
    number = infer.next_number() if len(ways) > 1 else None
    plans = []
    for place, way in enumerate(ways):
        plan = frame.plan
        steps = operators.steps_of(name, way, span)
        for step in _hinted(steps, context.module.hints, plan):
            step = replace(step, within=within, link=link, code=code)
            step = operators.with_keys(_placed(infer, step, site), plan)
            if number is not None:
                step = replace(step, under=step.under | {alternative_taken(number, place)})
            plan = plan.then(step)
        plans.append(plan)
    plan = reduce(join_plans, plans)
    joins = any(isinstance(value, FrameValue) for value in given.values)
    if more_than := _too_long(plan) or (_too_large(plan) if joins else ""):
        infer.stop(context.module.path, span, more_than)
        return UNKNOWN
    return FrameValue(plan)


def _hinted(steps: tuple[Operator, ...], hints: Hints, plan: Plan) -> list[Operator]:
    """The steps of one call with what a hint says there is behind the last one.

    Of the parts of a condition the first is taken to keep as little as all of them, and so is the
    first of the filters on a line.
    """
    source = plan.source.span
    hinted = [*steps[:-1], *(hints.step(step, source) for step in steps[-1:])]
    if not hinted or hinted[-1].kind is not OperatorKind.FILTER or not hinted[-1].has_row_hint:
        return hinted
    told = [hints.step(step, source) for step in steps]
    share = told[0].kept
    if share is None:
        return told
    all_of_it = exactly(1, *share.origins)
    before = (step for step in plan.operators if step.span != told[0].span)
    first = [] if any(step.kept == share for step in before) else told[:1]
    return [*first, *(replace(step, kept=all_of_it) for step in told[len(first) :])]


def _placed(infer: Infer, step: Operator, site: Site) -> Operator:
    """A step with its number, the loops it is made in, and what holds there."""
    block = site.call.block
    return replace(
        step,
        number=infer.next_number(),
        loops=loops_around(infer, site.context, block),
        under=conditions_of(infer, site.context, block),
        refused=unhandled(step.refused, site.context, block),
    )


def _numbered(infer: Infer, made: Source, site: Site) -> Source:
    loops = loops_around(infer, site.context, site.call.block)
    hinted = site.context.module.hints.source(made)
    refused = unhandled(hinted.refused, site.context, site.call.block)
    return replace(hinted, number=infer.next_number(), loops=loops, refused=refused)


def _too_long(plan: Plan) -> str:
    """What a plan has more of than is judged: steps, or calls of UDFs in them; empty if nothing."""
    if sum(len(step.calls) for step in plan.operators) > _MOST_CALLS:
        return _CALLS
    return f"{_MOST_IN_TURN:,} steps in turn" if len(plan.operators) > _MOST_IN_TURN else ""


def _too_large(plan: Plan) -> str:
    """The same with all that flows in, and of steps that flow in more than once."""
    count, calls, seen, waiting = 0, 0, set[int](), [plan]
    while waiting:
        current = waiting.pop()
        count += 1 + len(current.operators)
        calls += sum(len(step.calls) for step in current.operators if id(step) not in seen)
        seen.update((id(current.source), *map(id, current.operators)))
        if calls > _MOST_CALLS:
            return _CALLS
        if count > _MOST_STEPS:
            return f"{_MOST_STEPS:,} steps in one plan"
        if count > len(seen) + _MOST_AGAIN:
            return f"{_MOST_AGAIN:,} steps that a plan takes again"
        waiting += [other for step in current.operators for other in step.inputs]
    return ""
