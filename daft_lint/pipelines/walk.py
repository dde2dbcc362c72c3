"""The walk over a module: each action, and each frame that nothing runs, in each context."""

from __future__ import annotations

import builtins
from collections import Counter
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from daft_lint.daft_api import operators
from daft_lint.index.code import ELSEWHERE, Block, Call, Expression, Index, Place, last_name
from daft_lint.infer import arguments
from daft_lint.infer.callers import contexts
from daft_lint.infer.circumstances import conditions_of, loops_around, unhandled
from daft_lint.infer.context import Context, Site
from daft_lint.infer.decorators import udf_decorator
from daft_lint.infer.definitions import followed_rounds
from daft_lint.infer.truth import may_run
from daft_lint.pipelines.order import BETWEEN, Path, path_to
from daft_lint.pipelines.repetition import numbers_of
from daft_lint.plan.actions import ACTIONS, WRITES, kind_of
from daft_lint.plan.pipeline import Action, ActionKind, Plan
from daft_lint.records import dataclass, replace
from daft_lint.values.unrolling import holds_a_frame, items_of
from daft_lint.values.values import (
    Alternatives,
    Arguments,
    Class,
    FrameValue,
    Function,
    GroupedValue,
    Imported,
    Instance,
    Super,
    Unknown,
    Value,
    each_of,
)
from daft_lint.values.values import Module as ModuleValue

if TYPE_CHECKING:
    from daft_lint.infer.inference import Infer
    from daft_lint.modules.module_map import Module
    from daft_lint.plan.span import Span


_MAY_MAKE_FRAMES = (
    Class | Function | FrameValue | GroupedValue | Instance | ModuleValue | Super | Unknown
)
_DAFT = Imported("daft")
MOST_RUNS = 300
"""Of one program, no more runs are followed, and no more frames that nothing runs."""


@dataclass(frozen=True, slots=True, eq=False)
class Run:
    """A plan, the action that runs it, and the path to that; None where nothing runs it."""

    plan: Plan
    action: Action | None
    context: Context
    path: Path

    @property
    def span(self) -> Span:
        """Where it runs, or the last step of what nothing runs."""
        return self.plan.operators[-1].span if self.action is None else self.action.span


def runs_in(infer: Infer, module: Module) -> list[Run]:
    """What the actions in a module run, in each context, in the order of its text.

    It goes on a little past `MOST_RUNS` for a program, so that the caller sees that there are more.
    """
    found: list[Run] = []
    by_entry: Counter[Module] = Counter()
    for root in _roots(module):
        if by_entry[module] > MOST_RUNS and root.scope == module.index.module.number:
            continue
        if not _may_get_frames(infer, module, root.scope):
            continue
        if not _may_run_frame(infer, module, root) or _is_of_udf(infer, module, root.scope):
            continue
        for context in _in_rounds(infer, module, root):
            if by_entry[context.entry] > MOST_RUNS:
                continue
            plans = [*_plans(infer.value(root.frame, context))]
            if plans and may_run(infer, context, root.block):
                path = path_to(infer, context, root.number, root.block)
                found += [Run(plan, _action(infer, root, context), context, path) for plan in plans]
                by_entry[context.entry] += len(plans)
    return found


def _may_get_frames(infer: Infer, module: Module, scope: int) -> bool:
    """Whether frames may come to a scope: where Daft is out of reach, a caller has to be in sight.

    Most code has none in a module that leads to Daft, and isn't looked at further.
    """
    return module.may_make_frames or contexts(infer, module, scope) != (infer.free(module, scope),)


def _may_run_frame(infer: Infer, module: Module, root: _Root) -> bool:
    """Whether a caller may make a frame of what an action runs: not where it is known already.

    Most of what is counted, looped over or written in ways that Daft lacks is no frame: without a
    caller it has to be one.
    """
    value = infer.value(root.frame, infer.free(module, root.scope))
    may_be_handed_in = root.call is not None and root.method in ACTIONS.keys() | WRITES
    kinds = FrameValue | GroupedValue | Unknown if may_be_handed_in else FrameValue | GroupedValue
    return any(isinstance(each, kinds) for each in each_of(value))


def _is_of_udf(infer: Infer, module: Module, number: int) -> bool:
    """Whether code is the body of a UDF, which runs in workers and not in the program."""
    while number > 0:
        scope = module.index.scopes[number]
        around = infer.free(module, scope.parent)
        if any(udf_decorator(infer, each, around) for each in scope.decorators):
            return True
        number = scope.parent
    return False


def _in_rounds(infer: Infer, module: Module, root: _Root) -> Iterator[Context]:
    """The contexts of an action; in a loop over frames in sight, one for each round."""
    for context in contexts(infer, module, root.scope):
        found = [context]
        around = [*module.index.blocks_around(root.block, context.scope)]
        for block in reversed(around):
            loop = module.index.blocks[block]
            if loop.kind == "loop" and loop.counted and loop.test is not None:
                found = [each for outer in found for each in _rounds(infer, outer, block, loop)]
        yield from found


def _rounds(infer: Infer, context: Context, block: int, loop: Block) -> list[Context]:
    assert loop.test is not None
    items = items_of(infer.value(loop.test, context))
    if not items or not any(map(holds_a_frame, items)):
        return [context]
    return context.rounds_of(loop.begin, block, items) or [context]


@dataclass(frozen=True, slots=True)
class _Root:
    """What an action runs: the frame, where that stands, and the call that does."""

    method: str
    frame: Expression
    place: Place
    scope: int
    block: int
    number: float
    call: Call | None = None
    is_whole: bool = True


def _roots(module: Module) -> Iterator[_Root]:
    index = module.index
    whole = _taken_whole(index)
    # A test counts and loops over whatever it checks, and none of that is judged for its speed.
    is_counted = module.imports_daft and not module.is_test
    for name, numbers in index.calls_by_name.items():
        if kind_of(name) is None and not (name == "len" and is_counted):
            continue
        for number in numbers:
            call = index.calls[number]
            if name == "len" and call.function[0] == "name" and len(call.arguments) == 1:
                frame = call.arguments[0]
                if _may_be_frame(index, frame, call.scope):
                    yield _Root("__len__", frame, call.place, call.scope, call.block, number)
            elif call.function[0] == "attribute":
                frame = call.function[1]
                where = call.place, call.scope, call.block, number
                yield _Root(name, frame, *where, call, number in whole)
    for each in index.iterated if is_counted else ():
        if _may_be_frame(index, each.over, each.scope):
            is_whole = not index.blocks[each.loop].leaves
            before = each.number - BETWEEN
            yield _Root(
                "__iter__",
                each.over,
                each.place,
                each.scope,
                each.block,
                before,
                is_whole=is_whole,
            )


# Methods of lists, dicts and texts that no frame has.
_OF_CONTAINERS = {*dir(dict), *dir(list), *dir(str)} - {*operators.METHODS}


def _may_be_frame(index: Index, expression: Expression, scope: int) -> bool:
    """Whether what is counted or looped over may be a frame: a name, one of `self`, or a call."""
    match expression:
        case ("call", number):
            function = index.calls[number].function
            if function[0] == "name":
                return function[2] != ELSEWHERE or not hasattr(builtins, function[1])
            return last_name(function) not in _OF_CONTAINERS
        case ("attribute", ("name", name, _), _, _):
            parameters = index.scopes[scope].parameters
            return bool(parameters) and name == parameters[0].name
    return bool(expression[0] == "name")


# What takes every item of its first argument, and what hands each of them on.
_TAKES_ALL = frozenset({"list", "max", "min", "set", "sorted", "sum", "tuple"})
_HANDS_ON = frozenset({"enumerate", "tqdm"})


def _taken_whole(index: Index) -> set[int]:
    """The calls all of whose items are taken: by a loop that no round leaves, or by `list`."""
    found: set[int] = set()
    waiting = [each.over for each in index.iterated if not index.blocks[each.loop].leaves]
    for name in _TAKES_ALL:
        for number in index.calls_by_name.get(name, ()):
            waiting += index.calls[number].arguments[:1]
    while waiting:
        over = waiting.pop()
        if over[0] == "call":
            found.add(over[1])
            call = index.calls[over[1]]
            if last_name(call.function) in _TAKES_ALL | _HANDS_ON:
                waiting += call.arguments[:1]
    return found


def _plans(value: Value) -> Iterator[Plan]:
    if isinstance(value, FrameValue | GroupedValue):
        yield value.plan
    elif isinstance(value, Alternatives):
        for each in value.values:
            yield from _plans(each)


def _action(infer: Infer, root: _Root, context: Context) -> Action:
    span, given = context.module.span(root.place), Arguments()
    if root.call is not None:
        site = Site(context, int(root.number))
        span, given = site.method_span, arguments.evaluated(infer, arguments.of_call(infer, site))
    action = operators.action_of(root.method, given, span)
    assert action is not None
    # Another method may have run a frame of `self`, which then has a length.
    may_have_run = root.method == "__len__" and root.frame[0] == "attribute"
    refused = () if may_have_run else unhandled(action.refused, context, root.block)
    return replace(
        action,
        whole=action.kind is not ActionKind.ITERATE or root.is_whole,
        number=infer.next_number(),
        loops=loops_around(infer, context, root.block),
        under=conditions_of(infer, context, root.block),
        refused=refused,
    )


def steps_in(infer: Infer, module: Module) -> dict[Module, list[Site]]:
    """The calls in a module that may add a step to a frame, by the module that enters each.

    Those that stand last come first.
    """
    found: dict[Module, list[Site]] = {}
    index = module.index
    numbers = [
        number
        for name, each in index.calls_by_name.items()
        if name in operators.METHODS or name in operators.AGGREGATIONS
        for number in each
    ]
    for number in sorted(numbers, reverse=True):
        call = index.calls[number]
        if not _may_get_frames(infer, module, call.scope):
            continue
        if not _may_add(infer, module, call) or _is_of_udf(infer, module, call.scope):
            continue
        for context in contexts(infer, module, call.scope):
            found.setdefault(context.entry, []).append(Site(context, number))
    return found


def _may_add(infer: Infer, module: Module, call: Call) -> bool:
    """Whether a call may be that of a method of a frame, or of a function that makes frames."""
    context = infer.free(module, call.scope)
    if call.function[0] != "attribute":
        called = infer.value(call.function, context)
        return not (isinstance(called, Imported) and called.name.startswith("builtins."))
    value = infer.value(call.function[1], context)
    return any(isinstance(each, _MAY_MAKE_FRAMES) or each == _DAFT for each in each_of(value))


def ends_in(infer: Infer, steps: Sequence[Site], runs: Sequence[Run]) -> list[Run]:
    """The frames that a program makes in a module and never runs, each with all of its steps.

    `steps` are those of `steps_in` that it gets to, `runs` all that it runs.
    """
    seen = {number for run in runs for number in numbers_of(run.plan)} if steps else set()
    # Where the rounds of a loop are distinguished, each round is a step of its own.
    at = {place for run in runs for place in _places(run.plan)} if steps else set()
    found: list[Run] = []
    for site in steps:
        number, block = site.number, site.call.block
        context = _in_last_round(infer, site.context, block)
        for plan in _plans(infer.call(number, context)):
            last = plan.operators[-1] if plan.operators else None
            if last is None or last.number in seen or (plan.source.span, last.span) in at:
                continue
            if not may_run(infer, site.context, block):
                break
            seen.update(numbers_of(plan))
            at.update(_places(plan))
            found.append(Run(plan, None, context, path_to(infer, context, number, block)))
    return found[::-1]


def _places(plan: Plan) -> Iterator[tuple[Span, Span]]:
    """Where its steps stand, each with the place of the source: callers hand in several."""
    return ((plan.source.span, step.span) for step in plan.operators)


def _in_last_round(infer: Infer, context: Context, block: int) -> Context:
    """The last round of the loops around a block, as far as their rounds are distinguished."""
    if not loops_around(infer, context, block):
        return context
    for each in reversed([*context.index.blocks_around(block, context.scope)]):
        rounds = followed_rounds(infer, context, each)
        context = rounds[-1] if rounds else context
    return context
