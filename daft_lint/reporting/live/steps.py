"""The steps of a plan as they were written, each with its outcome."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass, replace

from daft_lint.plan.pipeline import Operator, OperatorKind, Plan, UdfCall
from daft_lint.plan.span import Span
from daft_lint.reporting.pipelines.outline import Running, Side, outline, uses
from daft_lint.reporting.pipelines.phrases import line_of, remarks, title, why_dropped
from daft_lint.rule import Case
from daft_lint.scheduling.optimiser_rules import Dropped
from daft_lint.scheduling.partitioning import Partitioning
from daft_lint.scheduling.prediction import WorkPrediction


@dataclass(frozen=True, slots=True)
class ShownStep:
    """A source or a step, or the end of one that other sides meet in.

    `depth` counts the sides that it is part of. `after` are the partitions after it: None where it
    never runs, and at the beginning of a step that other sides meet in. `ends` marks the end of
    such a step; its `span` is that of the last line.
    """

    span: Span
    title: str
    depth: int
    after: Partitioning | None = None
    ends: bool = False
    runs: bool = True
    remarks: tuple[str, ...] = ()
    works: tuple[WorkPrediction, ...] = ()


def shown_steps(case: Case) -> Iterator[ShownStep]:
    """All steps of a plan, sources and the steps of other sides too."""
    side = outline(case)
    works: dict[_Key, list[WorkPrediction]] = defaultdict(list)
    for use in uses(case, side):
        if use.step is not None and use.work is not None:
            works[_key(use.step.operator)].append(use.work)
    yield from _Walk(case, works).side(case.pipeline.plan, side, 0)


_Key = tuple[OperatorKind, Span]


def _key(operator: Operator) -> _Key:
    """The identity of an operator, which the optimiser doesn't change."""
    return operator.kind, operator.span


@dataclass(frozen=True, slots=True)
class _Walk:
    case: Case
    works: dict[_Key, list[WorkPrediction]]

    def side(self, written: Plan, run: Side, depth: int) -> Iterator[ShownStep]:
        source = run.source
        yield ShownStep(source.span, source.name, depth, run.start)
        rows = defaultdict(list)
        for row in run.rows:
            operator = row.step.operator if isinstance(row, Running) else row.operator
            rows[_key(operator)].append(row)
        overtaken = _overtaken(written, run)
        for operator in written.operators:
            for row in rows[_key(operator)][:1]:
                yield from self._step(operator, row, overtaken.get(_key(operator)), depth)
            del rows[_key(operator)][:1]

    def _step(
        self, operator: Operator, row: Running | Dropped, overtaken: Operator | None, depth: int
    ) -> Iterator[ShownStep]:
        step = ShownStep(operator.span, title(operator), depth)
        if isinstance(row, Dropped):
            why = why_dropped(row, self._home)
            yield replace(step, runs=False, remarks=(f"never runs, {why}",))
            return
        end = replace(
            step,
            after=row.step.after,
            remarks=tuple(self._remarks(operator, row, overtaken)),
            works=tuple(self.works.pop(_key(operator), ())),
        )
        if not operator.inputs:
            yield end
            return
        yield step
        for other, side in zip(operator.inputs, row.inputs, strict=True):
            yield from self.side(other, side, depth + 1)
        yield replace(end, span=_last_line(operator), title=")", ends=True)

    def _remarks(
        self, operator: Operator, row: Running, overtaken: Operator | None
    ) -> Iterator[str]:
        # The line itself names the UDFs that it calls.
        yield from remarks(replace(row.step, operator=replace(row.step.operator, calls=())))
        if overtaken is not None:
            yield f"runs before {line_of(overtaken.span, self._home)}"
        unused = self.case.judged.optimised.unused
        yield from (_unused(call) for call in operator.calls if call in unused)

    @property
    def _home(self) -> str:
        return self.case.pipeline.plan.source.span.path


def _overtaken(written: Plan, run: Side) -> dict[_Key, Operator]:
    """By each step that runs earlier than it was written: the next one that it now runs before."""
    places = {_key(operator): place for place, operator in enumerate(written.operators)}
    order = [row.step.operator for row in run.rows if isinstance(row, Running)]
    order = [operator for operator in order if _key(operator) in places]
    found: dict[_Key, Operator] = {}
    for index, operator in enumerate(order):
        place = places[_key(operator)]
        for later in order[index + 1 :]:
            if places[_key(later)] < place:
                found[_key(operator)] = later
                break
    return found


def _last_line(operator: Operator) -> Span:
    """The line that closes a step that others meet in, right behind the last step of these."""
    last = operator.inputs[-1]
    span = last.source.span
    if last.operators:
        end = last.operators[-1]
        span = _last_line(end) if end.inputs else end.span
    return replace(span, line=span.end_line + 1, column=1, end_line=span.end_line + 1, end_column=1)


def _unused(call: UdfCall) -> str:
    if call.output is None:
        return f"{call.udf.name} never runs here: its result is never used"
    return f'{call.udf.name} never runs for "{call.output}": that column is never used'
