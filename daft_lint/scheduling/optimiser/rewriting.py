"""The plan that runs, which is not the plan that was written."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import partial
from typing import TypeVar

from daft_lint.plan.pipeline import (
    Action,
    ActionKind,
    Operator,
    OperatorKind,
    Plan,
    Source,
    UdfCall,
)
from daft_lint.records import dataclass, replace
from daft_lint.scheduling.optimiser.columns import EVERYTHING, NOTHING, Needed, columns_after
from daft_lint.scheduling.optimiser.common_subexpressions import shared
from daft_lint.scheduling.optimiser.kept import Kept
from daft_lint.scheduling.optimiser.liveness import prune
from daft_lint.scheduling.optimiser.optimiser_rules import (
    Dropped,
    Moved,
    drop_overridden,
    push_filter,
    push_limit,
    settle,
    split_filters,
)
from daft_lint.scheduling.optimiser.required_columns import Needs

T = TypeVar("T")

_ALL = Needs.exactly(EVERYTHING)


@dataclass(frozen=True, slots=True)
class Optimised:
    """A plan as Daft runs it.

    The first `finished` steps of `plan` ran for an earlier barrier and don't run again; they tell
    what partitions the rest starts from. `unused` calls never run, because their column isn't read.
    """

    plan: Plan
    finished: int
    dropped: tuple[Dropped, ...] = ()
    unused: tuple[UdfCall, ...] = ()


_PLANS = Kept[Optimised]()
_STRETCHES = Kept[Optimised]()


def optimise(plan: Plan, action: Action | None) -> Optimised:
    """Daft's optimised form of a plan that `action` runs (None: nothing in sight runs it)."""
    key = id(plan), id(action)
    return _PLANS.once((plan, action), key, lambda: _optimised_whole(plan, action))


def _optimised_whole(plan: Plan, action: Action | None) -> Optimised:
    needs = needed_by(action, plan)
    finished = 0
    parts: list[Operator] = []
    dropped: list[Dropped] = []
    unused: list[UdfCall] = []
    for place, (stretch, ends_plan) in enumerate(_stretches(plan)):
        if ends_plan:
            finished = len(parts)
        scans = place == 0 and _scans(plan.source)
        part = _optimise_stretch(
            Plan(plan.source, stretch), action if ends_plan else None, needs, scans=scans
        )
        parts += part.plan.operators
        dropped += part.dropped
        unused += part.unused
    whole = plan.with_operators(tuple(parts))
    return Optimised(whole, finished, tuple(dropped), _that_never_run(unused, whole))


def _that_never_run(unused: Sequence[UdfCall], plan: Plan) -> tuple[UdfCall, ...]:
    """Of calls that one way of the plan doesn't need, those that no other way runs."""
    running: set[UdfCall] = set()
    seen: set[int] = set()
    waiting = [plan] if unused else []
    while waiting:
        next_plan = waiting.pop()
        if id(next_plan) not in seen:
            seen.add(id(next_plan))
            running.update(call for step in next_plan.operators for call in step.calls)
            waiting += [other for step in next_plan.operators for other in step.inputs]
    return tuple(call for call in unused if call not in running)


def finished_steps(plan: Plan) -> int:
    """How many of the first steps an earlier pipeline ran: all up to the last certain barrier."""
    return max(
        (place + 1 for place, step in enumerate(plan.operators) if is_barrier(step)), default=0
    )


def is_barrier(operator: Operator) -> bool:
    """Whether every run stops here and goes on from the rows it got."""
    return operator.kind is OperatorKind.BARRIER and not operator.maybe


def _stretches(plan: Plan) -> list[tuple[tuple[Operator, ...], bool]]:
    """The steps between barriers, each barrier closing its stretch; the last one ends the plan."""
    stretches: list[tuple[tuple[Operator, ...], bool]] = []
    start = 0
    for place, operator in enumerate(plan.operators):
        if is_barrier(operator):
            stretches.append((plan.operators[start : place + 1], False))
            start = place + 1
    return [*stretches, (plan.operators[start:], True)]


def _scans(source: Source) -> bool:
    """Whether a source reads files itself, and so takes over filters right behind it."""
    return not source.in_memory and source.name != "daft.from_glob_path"


def _optimise_stretch(plan: Plan, action: Action | None, needs: Needs, *, scans: bool) -> Optimised:
    needs = _ALL if action is None else needs
    key = scans, id(action), needs, tuple(map(id, plan.operators))
    return _STRETCHES.once(
        (plan, action), key, lambda: _optimised(plan, action, needs, scans=scans)
    )


def _optimised(plan: Plan, action: Action | None, needs: Needs, *, scans: bool) -> Optimised:
    branches = [
        [optimise(branch, None) for branch in operator.inputs] for operator in plan.operators
    ]
    operators = tuple(
        operator.with_inputs(tuple(branch.plan for branch in inputs))
        for operator, inputs in zip(plan.operators, branches, strict=True)
    )
    if action is not None and action.rows is not None:
        operators = (*operators, _limit_of(action))
    first, unused = _settled(replace(plan, operators=operators), needs)
    # Limits move only once the other moves are over: repartitions that meet now both run. Where one
    # made way, filters move on, and limits don't.
    second = settle(first.operators, (push_limit,))
    split = split_filters(second.operators, scans=scans)
    third = shared(settle(split, (partial(push_filter, split=True),)).operators)
    inner = [branch for inputs in branches for branch in inputs]
    return Optimised(
        replace(plan, operators=third),
        finished=0,
        dropped=(*_all(branch.dropped for branch in inner), *first.dropped, *second.dropped),
        unused=(*_all(branch.unused for branch in inner), *unused),
    )


def _settled(plan: Plan, needs: Needs) -> tuple[Moved, tuple[UdfCall, ...]]:
    """The steps after all moves but those of limits, and the calls that turn out to be unused.

    A step that is dropped may have been the only one to read a column.
    """
    dropped: list[Dropped] = []
    unused: list[UdfCall] = []
    while True:
        pruned = prune(plan, needs)
        moved = settle(pruned.plan.operators, (drop_overridden, push_filter))
        dropped += moved.dropped
        unused += pruned.unused
        if moved.operators == plan.operators:
            return Moved(moved.operators, tuple(dropped)), tuple(unused)
        plan = replace(plan, operators=moved.operators)


def _all(groups: Iterable[tuple[T, ...]]) -> tuple[T, ...]:
    return tuple(item for group in groups for item in group)


def _limit_of(action: Action) -> Operator:
    return Operator(OperatorKind.LIMIT, action.method, action.span, action.rows, frozenset())


def needed_by(action: Action | None, plan: Plan) -> Needs:
    """The columns that an action reads; all, where no action in sight runs the plan.

    `count_rows` counts one column: the one of the type that takes the fewest bytes, or the first
    such (`LogicalPlanBuilder.count` of Daft 0.6.4 to 0.7.26; measured natively and on Ray). Types
    aren't known here. `len` only counts rows that are there already.
    """
    if action is None or action.kind is not ActionKind.COUNT:
        return _ALL
    if action.method == "__len__":
        return Needs.exactly(NOTHING)
    columns = columns_after(plan.source, plan.operators)
    is_only = columns is not None and len(columns) == 1
    return Needs(EVERYTHING, Needed(columns) if columns and is_only else NOTHING)
