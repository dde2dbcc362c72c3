"""A case in the order in which it is told: sides, steps, uses of UDFs."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import TypeVar

from daft_lint.plan.pipeline import Operator, OperatorKind, Plan, Source, UdfCall
from daft_lint.plan.span import Span
from daft_lint.rule import Case
from daft_lint.scheduling.flow import Flow, Step, flow
from daft_lint.scheduling.moves import Dropped
from daft_lint.scheduling.partitioning import Partitioning
from daft_lint.scheduling.prediction import PoolPrediction

T = TypeVar("T")

_UNREAD = "nobody reads what it makes"


@dataclass(frozen=True, slots=True)
class Running:
    """A step that runs, after the other sides that meet in it."""

    step: Step
    inputs: tuple[Side, ...]


@dataclass(frozen=True, slots=True)
class Side:
    """A source and its steps in the order they run; a dropped one stands where it was written."""

    source: Source
    start: Partitioning
    rows: tuple[Running | Dropped, ...]


@dataclass(frozen=True, slots=True)
class Use:
    """A call of a UDF that runs, its step, and the prediction when it has a pool of actors.

    `step` is None where the call only runs in some of the plan's variants.
    """

    call: UdfCall
    step: Step | None
    pool: PoolPrediction | None


def outline(case: Case) -> Side:
    """The plan of a case as it runs, and what of the written one is left out."""
    optimised, traced = case.prediction.optimised, case.prediction.flow
    return _side(case.pipeline.plan, optimised.plan, traced, optimised.dropped)


def running(side: Side) -> Iterator[Running]:
    """Every step that runs, those of other sides first."""
    for row in side.rows:
        if isinstance(row, Running):
            for other in row.inputs:
                yield from running(other)
            yield row


def dropped(side: Side) -> Iterator[Dropped]:
    """Every step that was written and doesn't run."""
    for row in side.rows:
        if isinstance(row, Dropped):
            yield row
        else:
            for other in row.inputs:
                yield from dropped(other)


def uses(case: Case, side: Side) -> tuple[Use, ...]:
    """The UDF calls that this pipeline runs itself, in order, each with its prediction."""
    pools = dict(_numbered((pool.call, pool) for pool in case.prediction.pools))
    calls = _numbered(
        (call, row.step)
        for row in running(side)
        if not row.step.finished
        for call in row.step.operator.calls
    )
    found = [Use(key[0], step, pools.pop(key, None)) for key, step in calls]
    return (*found, *(Use(call, None, pool) for (call, _), pool in pools.items()))


def _numbered(pairs: Iterable[tuple[UdfCall, T]]) -> Iterator[tuple[tuple[UdfCall, int], T]]:
    """Equal calls told apart by how many of them came before."""
    seen: Counter[UdfCall] = Counter()
    for call, value in pairs:
        seen[call] += 1
        yield (call, seen[call]), value


def _side(written: Plan, run: Plan, traced: Flow, left_out: tuple[Dropped, ...]) -> Side:
    steps = [step for step in traced.steps if step.plan is run]
    return Side(run.source, traced.source, tuple(_rows(written, steps, left_out)))


def _rows(
    written: Plan, steps: list[Step], left_out: tuple[Dropped, ...]
) -> Iterator[Running | Dropped]:
    before, last = _places_of_dropped(written, steps, left_out)
    twins = {_key(operator): operator for operator in written.operators}
    for step in steps:
        key = _key(step.operator)
        yield from before.pop(key, ())
        twin = twins.get(key, step.operator)
        inputs = tuple(
            _side(wrote, runs, flow(runs, finished=step.finished), left_out)
            for wrote, runs in zip(twin.inputs, step.operator.inputs, strict=True)
        )
        yield Running(step, inputs)
    yield from last


_Key = tuple[OperatorKind, Span]


def _key(operator: Operator) -> _Key:
    """What stays of an operator whatever the optimiser does to it."""
    return operator.kind, operator.span


def _places_of_dropped(
    written: Plan, steps: list[Step], left_out: tuple[Dropped, ...]
) -> tuple[dict[_Key, list[Dropped]], list[Dropped]]:
    """What is dropped before each step, and after all of them."""
    missing = Counter(map(_key, written.operators))
    missing.subtract(_key(step.operator) for step in steps)
    reasons = {_key(one.operator): one for one in left_out}
    before: dict[_Key, list[Dropped]] = {}
    pending: list[Dropped] = []
    for operator in written.operators:
        key = _key(operator)
        if missing[key] > 0:
            missing[key] -= 1
            pending.append(reasons.get(key) or Dropped(operator, _UNREAD, None))
        else:
            before.setdefault(key, []).extend(pending)
            pending = []
    return before, pending
