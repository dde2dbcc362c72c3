"""A case in the order of its report: sides, steps, uses of UDFs."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from typing import TypeVar

from daft_lint.plan.pipeline import Operator, OperatorKind, Plan, Source, UdfCall
from daft_lint.plan.span import Span
from daft_lint.plan.unit import Unit
from daft_lint.records import dataclass
from daft_lint.rule import Case
from daft_lint.scheduling.optimiser.optimiser_rules import Dropped
from daft_lint.scheduling.partitions.flow import Flow, Step, flow
from daft_lint.scheduling.partitions.partitioning import Partitioning
from daft_lint.scheduling.partitions.task_work import calls_of
from daft_lint.scheduling.prediction.predict import WorkPrediction
from daft_lint.scheduling.simulation.dispatch import PROCESSES

T = TypeVar("T")

_UNREAD = "its result is never used"


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

    @property
    def end(self) -> Partitioning:
        """The partitions after its last step."""
        steps = [row.step for row in self.rows if isinstance(row, Running)]
        return steps[-1].after if steps else self.start


@dataclass(frozen=True, slots=True)
class Use:
    """A call of a UDF that runs, or the heavy expressions of a step, and its prediction.

    `step` is None where it only runs in some of the plan's variants, `work` where nothing is
    predicted: no worker can run it, or it has no pool and meets the native runner.
    """

    call: UdfCall
    step: Step | None
    work: WorkPrediction | None

    @property
    def pool(self) -> WorkPrediction | None:
        """The prediction when it has a pool of actors or processes."""
        return None if self.work is None or self.work.unit is Unit.WORKER else self.work


def outline(case: Case) -> Side:
    """The plan of a case as it runs, and the written steps that are left out."""
    optimised, traced = case.judged.optimised, case.judged.flow
    return _Outline(optimised.dropped).side(case.pipeline.plan, optimised.plan, traced)


def shared(side: Side) -> dict[int, int]:
    """Numbers for the sides that meet others more than once, by their ids, in order.

    Each is one object and is shown once. One without a step is as short as its number.
    """
    shown = list(sides(side))
    met = Counter(id(other) for each_side in shown for other in _others(each_side))
    again = [id(each_side) for each_side in shown if met[id(each_side)] > 1 and each_side.rows]
    return {key: number for number, key in enumerate(again, 1)}


def sides(side: Side) -> Iterator[Side]:
    """A side and those that meet it, each once."""
    shown: set[int] = set()
    waiting = [side]
    while waiting:
        next_side = waiting.pop()
        if id(next_side) not in shown:
            shown.add(id(next_side))
            yield next_side
            waiting += reversed(list(_others(next_side)))


def _others(side: Side) -> Iterator[Side]:
    for row in side.rows:
        if isinstance(row, Running):
            yield from row.inputs


def running(side: Side) -> Iterator[Running]:
    """Every step that runs, those of other sides first."""
    for row in side.rows:
        if isinstance(row, Running):
            for other in row.inputs:
                yield from running(other)
            yield row


def dropped(side: Side) -> Iterator[Dropped]:
    """Every step that was written and doesn't run, those of a shared side once."""
    return _dropped(side, set())


def _dropped(side: Side, shown: set[int]) -> Iterator[Dropped]:
    """`shown` are the sides that were gone through by now, by their ids."""
    if id(side) in shown:
        return
    shown.add(id(side))
    for row in side.rows:
        if isinstance(row, Dropped):
            yield row
        else:
            for other in row.inputs:
                yield from _dropped(other, shown)


def uses(case: Case, side: Side, *, with_local: bool = False) -> tuple[Use, ...]:
    """The work that this pipeline does itself, in order, each with its prediction.

    That of a side that meets others more than once comes once. Daft's own work comes only where
    something is predicted of it; `with_local`: also where one worker does it natively.
    """
    works = dict(
        _numbered(
            (prediction.call, prediction)
            for prediction in case.judged.work
            if with_local or not _is_local(prediction)
        )
    )
    calls = _numbered(
        (call, (row.step, place))
        for row in running(side)
        if not row.step.finished
        for place, call in calls_of(row.step.operator)
    )
    found: dict[tuple[int, int], Use] = {}
    for key, (step, place) in calls:
        use = Use(key[0], step, works.pop(key, None))
        if use.work is not None or not use.call.udf.builtin:
            found.setdefault((id(step), place), use)
    return (*found.values(), *(Use(call, None, work) for (call, _), work in works.items()))


def _is_local(work: WorkPrediction) -> bool:
    """Whether it has no pool and meets the native runner, which is one worker."""
    return work.unit is Unit.WORKER and work.dispatch is PROCESSES


def _numbered(pairs: Iterable[tuple[UdfCall, T]]) -> Iterator[tuple[tuple[UdfCall, int], T]]:
    """Equal calls, numbered from 1."""
    seen: Counter[UdfCall] = Counter()
    for call, value in pairs:
        seen[call] += 1
        yield (call, seen[call]), value


class _Outline:
    """Outlines plans as they run, each once; `left_out` are the steps that don't run."""

    def __init__(self, left_out: tuple[Dropped, ...]) -> None:
        self._left_out = left_out
        self._known: dict[tuple[int, int, bool], Side] = {}

    def side(self, written: Plan, run: Plan, traced: Flow) -> Side:
        steps = [step for step in traced.steps if step.plan is run]
        return Side(run.source, traced.source, tuple(self._rows(written, steps)))

    def _other_side(self, written: Plan, run: Plan, *, finished: bool) -> Side:
        key = id(written), id(run), finished
        if key not in self._known:
            self._known[key] = self.side(written, run, flow(run, finished=finished))
        return self._known[key]

    def _rows(self, written: Plan, steps: list[Step]) -> Iterator[Running | Dropped]:
        before, last = _places_of_dropped(written, steps, self._left_out)
        twins = {_key(operator): operator for operator in written.operators}
        for step in steps:
            key = _key(step.operator)
            yield from before.pop(key, ())
            twin = twins.get(key, step.operator)
            inputs = tuple(
                self._other_side(wrote, runs, finished=step.finished)
                for wrote, runs in zip(twin.inputs, step.operator.inputs, strict=True)
            )
            yield Running(step, inputs)
        yield from last


_Key = tuple[OperatorKind, Span, int]


def _key(operator: Operator) -> _Key:
    """The identity of an operator, which the optimiser doesn't change."""
    return operator.kind, operator.span, operator.number


def _places_of_dropped(
    written: Plan, steps: list[Step], left_out: tuple[Dropped, ...]
) -> tuple[dict[_Key, list[Dropped]], list[Dropped]]:
    """The steps dropped before each step, and after all of them."""
    missing = Counter(map(_key, written.operators))
    missing.subtract(_key(step.operator) for step in steps)
    reasons = {_key(dropped_step.operator): dropped_step for dropped_step in left_out}
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
